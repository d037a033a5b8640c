import { Link } from 'react-router-dom';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { targetStatus } from '#contract/posting/posting.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { Ago } from '#src/ui/format/use-format.tsx';

type Status = ReplyOf<typeof targetStatus>[number];

/** Counts of queued, unconfirmed, rejected and posted jobs. Each count links to its jobs. */
export function TargetCounts({ status, at }: { status: Status; at: string | null }) {
  const counts = [
    { label: 'Queued', count: status.waiting, states: 'wanted,sending' },
    { label: 'Unconfirmed', count: status.doubtful, states: 'unknown,human' },
    { label: 'Rejected', count: status.refused, states: 'failed' },
    { label: 'Posted', count: status.done, states: 'done' },
  ];
  return (
    <dl className="target-counts">
      {counts.map(({ label, count, states }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {count === 0 ? 0 : <Link to={jobsPath(`postState:${states}`, status.id)}>{count.toLocaleString('en-US')}</Link>}
          </dd>
        </div>
      ))}
      <div>
        <dt>Last posted</dt>
        <dd className="target-when">
          <Ago at={status.lastPostedAt} />
        </dd>
      </div>
      <div>
        <dt>Counted</dt>
        <dd className="target-when">
          <Ago at={at} />
        </dd>
      </div>
    </dl>
  );
}
