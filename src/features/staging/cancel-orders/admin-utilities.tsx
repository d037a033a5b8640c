import { useState } from 'react';
import { checkCancel } from '#contract/staging/cancel-orders.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import { counted } from '#src/ui/format/format.ts';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { CancelForm } from './cancel-form.tsx';

/** `/adminUtils`: cancels the open orders of one source. */
export function AdminUtilities() {
  const sources = useCollection('source').rows;
  const [chosen, setChosen] = useState('');
  const choices = sources
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Admin utilities" />
      <section className="card form-card" aria-labelledby="cancel-orders">
        <h2 id="cancel-orders">Cancel open orders of a source</h2>
        <p className="muted">
          Every open order of the source is canceled by hand. Later collections leave it canceled. The run can be undone as a
          whole.
        </p>
        <SelectField
          label="Source"
          required
          choices={choices}
          name="source"
          value={chosen}
          onChange={setChosen}
          onBlur={() => undefined}
          data-path="source"
        />
        {chosen !== '' && <Orders key={chosen} source={Number(chosen)} />}
      </section>
    </section>
  );
}

function Orders({ source }: { source: number }) {
  const cust = useSession().customer.id;
  const { reply, problem } = useReply(checkCancel, { cust, source });
  if (problem !== null && reply === null) return <p role="alert">{problem}</p>;
  if (reply === null)
    return (
      <p className="muted" role="status">
        Counting orders…
      </p>
    );
  const { open, posted, held, hidden, canceled } = reply;
  const parts = [
    `${counted(posted, 'order')} at an ATS`,
    `${counted(held, 'order')} on hold`,
    `${counted(hidden, 'order')} hidden`,
  ];
  return (
    <>
      <p role="status">
        <strong>{counted(open, 'open order')}</strong>
        {open > 0 && `: ${parts.join(', ')}`}. {counted(canceled, 'order')} canceled already.
      </p>
      {open > 0 && <CancelForm source={source} counts={reply} />}
    </>
  );
}
