import { useState } from 'react';
import { Link } from 'react-router-dom';
import { checkCancel } from '#contract/staging/cancel-orders.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import { counted } from '#src/ui/format/format.ts';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { CancelForm } from './cancel-form.tsx';

/** `/adminUtils`: cancels the open orders of one source. */
export function AdminUtilities() {
  const { customer } = useSession();
  const names = useFieldNames();
  const { ready, rows: sources } = useCollection('source');
  const [chosen, setChosen] = useState('');
  const choices = sources
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="Admin utilities" />
      <SettingsPart
        title="Cancel open orders of a source"
        about="Every open order of the source is canceled by hand. Later collections leave it canceled. You can undo the run as a whole."
      >
        {ready && choices.length === 0 ? (
          <p>{customer.name} has no sources. Choose another customer at the top.</p>
        ) : (
          <SelectField
            label={names.of('source')}
            required
            choices={choices}
            name="source"
            value={chosen}
            onChange={setChosen}
            onBlur={() => undefined}
            data-path="source"
          />
        )}
        {chosen !== '' && <Orders key={chosen} source={Number(chosen)} />}
      </SettingsPart>
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
  const part = (count: number, what: string) => (count === 0 ? [] : [`${count.toLocaleString('en-US')} ${what}`]);
  const parts = [...part(posted, 'in an ATS'), ...part(held, 'on hold'), ...part(hidden, 'hidden')];
  return (
    <>
      <p role="status">
        <Link to={jobsPath(`sid:${source} status:open`)}>{counted(open, 'open order')}</Link>
        {parts.length > 0 && `: ${parts.join(', ')}`}
        {canceled > 0 && `. ${counted(canceled, 'order')} ${canceled === 1 ? 'is' : 'are'} canceled already`}.
      </p>
      {open > 0 && <CancelForm source={source} counts={reply} />}
    </>
  );
}
