import { useEffect, useState } from 'react';
import type { JobRow, PostReceipt } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import { useGridClient, useGridNews } from '#src/entities/job/use-job-grid.ts';
import { PostChoice } from '#src/entities/posting/post-choice.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';

const shownAtMost = 50;

type Doubt = { job: JobRow; receipt: PostReceipt };

/** Unconfirmed posts that only a person can resolve, read from this device. */
function useDoubts(targetId: number): readonly Doubt[] {
  const client = useGridClient();
  const news = useGridNews(client);
  const version = news?.ready ? news.version : null;
  const [doubts, setDoubts] = useState<readonly Doubt[]>([]);
  useEffect(() => {
    if (version === null) return;
    let stale = false;
    client
      .jobsWhere({ kind: 'equals', column: 'postState', text: 'human' }, shownAtMost)
      .then((jobs) => {
        if (!stale) setDoubts(jobs.flatMap((job) => doubtOf(job, targetId)));
        return undefined;
      })
      // A worker that died restarts and reports a new version, which reads the posts again.
      .catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [client, version, targetId]);
  return doubts;
}

function doubtOf(job: JobRow, targetId: number): Doubt[] {
  const receipt = receiptFor(job, targetId);
  return receipt?.state === 'human' ? [{ job, receipt }] : [];
}

/** Unconfirmed posts, each with the choices that resolve it. The service never resends them by itself. */
export function PostsInDoubt({ row, onDecided }: { row: TargetRow; onDecided: () => void }) {
  const doubts = useDoubts(row.id);
  if (doubts.length === 0) return null;
  return (
    <section className="card target-card target-doubts" aria-labelledby="target-doubts">
      <h2 id="target-doubts">{counted(doubts.length, 'unconfirmed post')}</h2>
      <p className="muted">
        The call to {row.name} was interrupted and the job was not found there. Look for the reference in {row.name}, then choose.
      </p>
      <ul>
        {doubts.map(({ job, receipt }) => (
          <DoubtLine key={job.id} job={job} receipt={receipt} target={row} onDecided={onDecided} />
        ))}
      </ul>
    </section>
  );
}

type DoubtProps = Doubt & { target: TargetRow; onDecided: () => void };

function DoubtLine({ job, receipt, target, onDecided }: DoubtProps) {
  const { may } = useSession();
  return (
    <li className="target-doubt">
      <div>
        <strong>
          {job.providerJobId} {job.title}
        </strong>
        <p className="muted">
          {job.facility} · Reference <span className="mono">{receipt.reference}</span> · <Ago at={receipt.at} />
        </p>
      </div>
      {may('jobs.post') && <PostChoice job={job} target={target} onDecided={onDecided} />}
    </li>
  );
}
