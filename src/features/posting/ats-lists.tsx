import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { syncTarget } from '#contract/posting/posting.ts';
import { listTargetLists } from '#contract/posting/target-lists.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { targetConnection } from '#domain/targets/connection-forms/connections.ts';
import { ListUpload } from '#src/entities/ats/list-upload.tsx';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { workLineOf } from '#src/entities/long-work/work-line.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import type { Work } from '#src/ui/long-work/work.ts';
import { useLongWork } from '#src/ui/long-work/work-tray.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { ClearSyncDate, ListDates } from './list-dates.tsx';
import { KeptLists } from './target/kept-lists.tsx';
import { WaitingLists } from './waiting-lists.tsx';

/** The ATS lists that vendor texts are mapped to, synced from the ATS or uploaded as files. */
export function AtsLists({ row }: { row: TargetRow }) {
  const cust = useSession().customer.id;
  const line = workLineOf(cust, 'sync-lists', row.id);
  const work = useLongWork().find(({ id }) => id === line);
  const endedAt = work?.endedAt ?? null;
  const lists = useReply(listTargetLists, { cust, target: row.id }, { since: endedAt });
  const isRead = readsLists(row);
  return (
    <section className="card target-card" aria-labelledby="target-lists">
      <h2 id="target-lists">Clients, degrees, specialties and shifts</h2>
      <p className="muted">
        Vendor values are mapped to these lists.{' '}
        {isRead
          ? `Every night they are read whole, which removes values that ${row.name} no longer lists, including values from files.`
          : `They cannot be read from ${row.name}: upload each that its jobs use as a file, with the IDs of ${row.name}.`}{' '}
        After a change, suggestions for unmapped values are updated.
      </p>
      <ListDates row={row} lists={lists} readsDates={isRead} />
      {lists.reply && <KeptLists row={row} {...lists.reply} />}
      <WaitingLists row={row} since={endedAt} onDecided={lists.refresh} />
      {isRead && (
        <>
          <div className="target-check">
            <Sync row={row} work={work} />
            {lists.reply?.lists.some(({ wholeAt }) => wholeAt !== null) && <ClearSyncDate row={row} onCleared={lists.refresh} />}
          </div>
          <SyncState work={work} />
        </>
      )}
      <div className="target-upload">
        <h3>{isRead ? 'Or upload a list' : 'Upload a list'}</h3>
        <ListUpload targetId={row.id} lists={['clients', 'degrees', 'specialties', 'shifts']} />
      </div>
    </section>
  );
}

/** Whether a list of the target can be read from it. */
const readsLists = ({ typeId }: TargetRow): boolean => (targetConnection(typeId)?.can.lists.length ?? 0) > 0;

const isRunning = (work: Work | undefined) => work?.state === 'running' || work?.state === 'cancelling';

function Sync({ row, work }: { row: TargetRow; work: Work | undefined }) {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const sync = async () => {
    setBusy(true);
    const answer = await call(syncTarget, { cust, target: row.id });
    setBusy(false);
    longWorkNews.begun();
    // Documented: an empty message means that the sync is scheduled.
    if (!answer.ok) toast.error({ title: messages.syncNotQueued, detail: errorMessage(answer.error) });
    else if (answer.value.message === '') toast.info({ title: messages.syncScheduled });
    else toast.warning({ title: answer.value.message });
  };
  return (
    <OnlineButton variant="default" loading={busy} disabled={isRunning(work)} onClick={() => void sync()}>
      {`Sync lists from ${row.name}`}
    </OnlineButton>
  );
}

/** What the sync does, or the result of the last one while it is in the tray. */
function SyncState({ work }: { work: Work | undefined }) {
  const tone = work?.state === 'failed' ? 'bad' : undefined;
  return (
    <p role="status" data-tone={tone}>
      {isRunning(work) ? `Reading lists. ${work?.done ?? 0} of ${work?.total ?? 0} are read.` : work?.words}
    </p>
  );
}
