import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { syncTarget } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { ListUpload } from '#src/entities/ats/list-upload.tsx';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { WaitingLists } from './waiting-lists.tsx';

/** A sync reads thousands of values and computes new suggestions for every vendor text. */
const listTimeoutMs = 300_000;

/** The ATS lists that vendor texts are mapped to, synced from the ATS or uploaded as files. */
export function AtsLists({ row }: { row: TargetRow }) {
  return (
    <section className="card target-card" aria-labelledby="target-lists">
      <h2 id="target-lists">Clients, degrees, specialties and shifts</h2>
      <p className="muted">
        Vendor values are mapped to these lists. After a change, suggestions for unmapped values are updated. A sync from{' '}
        {row.name} removes values that are not in its lists, including values from files.
      </p>
      <Sync row={row} />
      <div className="target-upload">
        <h3>Or upload a list</h3>
        <ListUpload targetId={row.id} lists={['clients', 'degrees', 'specialties', 'shifts']} />
      </div>
    </section>
  );
}

function Sync({ row }: { row: TargetRow }) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ReplyOf<typeof syncTarget> | null>(null);
  const sync = async () => {
    setBusy(true);
    setOutcome(null);
    longWorkNews.begun();
    const answer = await call(syncTarget, { cust, target: row.id }, { timeoutMs: listTimeoutMs });
    setBusy(false);
    if (answer.ok) setOutcome(answer.value);
    else toast.error({ title: messages.syncNotQueued, detail: errorMessage(answer.error) });
  };
  const complete = outcome?.message === messages.complete;
  return (
    <div className="target-check">
      <OnlineButton variant="default" loading={busy} onClick={() => void sync()}>
        {`Sync lists from ${row.name}`}
      </OnlineButton>
      <WaitingLists row={row} changed={outcome} />
      <p role="status" data-tone={outcome && (complete ? 'good' : 'bad')}>
        {outcome && `${outcome.message}. ${said(outcome)}`}
      </p>
    </div>
  );
}

const said = ({ added, changed, removed }: { added: number; changed: number; removed: number }) =>
  [
    `${added.toLocaleString('en-US')} added`,
    `${changed.toLocaleString('en-US')} changed`,
    `${removed.toLocaleString('en-US')} removed.`,
  ].join(', ');
