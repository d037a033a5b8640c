import { Link, useLocation } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import { postState } from '#src/entities/posting/post-states.ts';
import { readRows } from '#src/store/rows.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import type { PostCheck } from '#src/workers/grid/grid-api.ts';

/** Rows of a long list that are shown. */
export const listed = 50;

type Results = ReadonlyMap<number, JobRow>;

/** The posted jobs, kept up to date as their results arrive. */
export function usePostResults(posted: readonly PostCheck[]): Results {
  const ids = posted.map(({ id }) => id);
  const watched = useWatched(
    JSON.stringify(['posts', ids]),
    async (store) => (await readRows(store, 'job', ids)).filter((row) => row !== undefined),
    ({ changes }) => changes.some(({ collection }) => collection === 'job'),
  );
  return new Map(watched.ready ? watched.value.map((row) => [row.id, row]) : []);
}

/** The receipt of a job that may not be on this device. */
export const postOf = (row: JobRow | undefined, targetId: number) => row && receiptFor(row, targetId);

type Props = {
  readonly posted: readonly PostCheck[];
  readonly results: Results;
  readonly target: TargetRow;
  readonly isOffline: boolean;
  /** The user follows a link to a job: it opens in place of the results. */
  readonly onLeave: () => void;
};

/** One line per posted job: what happened, where it is, and the way to it. */
export function PostResults({ posted, results, target, isOffline, onLeave }: Props) {
  return (
    <ul className="post-outcomes">
      {posted.slice(0, listed).map((job) => (
        <Result key={job.id} job={job} row={results.get(job.id)} targetId={target.id} isOffline={isOffline} onLeave={onLeave} />
      ))}
      <More count={posted.length} />
    </ul>
  );
}

type ResultProps = Pick<Props, 'isOffline' | 'onLeave'> & { job: PostCheck; row: JobRow | undefined; targetId: number };

function Result({ job, row, targetId, isOffline, onLeave }: ResultProps) {
  const { search } = useLocation();
  const receipt = postOf(row, targetId);
  const [words, tone] = receipt
    ? postState(receipt)
    : ([isOffline ? 'Posts when online' : 'Waiting to sync', 'pending'] as const);
  const params = new URLSearchParams(search);
  params.set('open', `job:${job.id}`);
  return (
    <li>
      <StateBadge tone={tone}>{words}</StateBadge>
      <Link to={{ search: params.toString() }} className="post-job" onClick={onLeave}>
        {job.facility ?? job.title ?? job.providerJobId}
      </Link>
      <span className="mono muted">{job.providerJobId}</span>
      {receipt?.externalId && <span className="mono muted post-id">#{receipt.externalId}</span>}
      {receipt?.words && <span className={receipt.state === 'dryRun' ? 'muted' : 'post-words'}>{receipt.words}</span>}
    </li>
  );
}

/** How many rows of a list are not shown. */
export const More = ({ count }: { count: number }) =>
  count > listed ? <li className="muted">and {(count - listed).toLocaleString('en-US')} more</li> : null;
