import { Link } from 'react-router-dom';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { targetStatus } from '#contract/posting/posting.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

type Status = ReplyOf<typeof targetStatus>[number];

/** Counts of queued, unconfirmed, rejected and posted jobs. Each count links to its jobs. */
export function TargetCounts({ status, at }: { status: Status; at: string | null }) {
  const counts = [
    { label: 'Queued', count: status.waiting, query: 'is:underway' },
    { label: 'Unconfirmed', count: status.doubtful, query: 'is:failed' },
    { label: 'Rejected', count: status.refused, query: 'is:failed' },
    { label: 'Posted', count: status.done, query: 'is:posted' },
  ];
  return (
    <dl className="target-counts">
      {counts.map(({ label, count, query }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {count === 0 ? 0 : <Link to={pathTo('/staging/:pg?/:all?', {}, { q: query })}>{count.toLocaleString('en-US')}</Link>}
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
