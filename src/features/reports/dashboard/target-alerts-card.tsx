import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { targetStatus } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { jobConditions } from '#domain/staging/job-conditions.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { BoardCard } from './board/board-card.tsx';
import { RowsLink } from './board/rows-link.tsx';

type Status = ReplyOf<typeof targetStatus>[number];
type Counts = { readonly refused: number; readonly doubtful: number; readonly drifted: number };
const noCounts: Counts = { refused: 0, doubtful: 0, drifted: 0 };

/** What each target refused, what is in doubt, what people changed there, and which one could not be reached. Jobs are this device's, times are the service's. */
export function TargetAlertsCard() {
  const { customer } = useSession();
  const targets = useCollection('target').rows.filter(({ disabled }) => !disabled);
  const counts = useCounts(targets);
  const { reply, at } = useReply(targetStatus, { cust: customer.id });
  return (
    <BoardCard id="targets" title="Alerts by target" at={at}>
      {targets.length === 0 ? (
        <p className="muted">No target is connected.</p>
      ) : (
        <ul className="alerts">
          {targets.map((target) => (
            <TargetAlerts
              key={target.id}
              target={target}
              counts={counts?.get(target.id)}
              status={reply?.find(({ id }) => id === target.id)}
            />
          ))}
        </ul>
      )}
    </BoardCard>
  );
}

/** `counts` is missing until the jobs are counted; until then, the card does not say that there are no alerts. */
type AlertsProps = { target: TargetRow; counts: Counts | undefined; status: Status | undefined };

function TargetAlerts({ target, counts, status }: AlertsProps) {
  const { refused, doubtful, drifted } = counts ?? noCounts;
  const { may } = useSession();
  const opens = may('staging.read');
  const name = may('targets.write') ? (
    <Link to={pathTo('/targetconfig/:id/:cid?', { id: target.id })}>{target.name}</Link>
  ) : (
    target.name
  );
  const unreachedAt = status?.unreachedAt ?? null;
  const isCalm =
    counts !== undefined && refused + doubtful + drifted === 0 && unreachedAt === null && target.checkState !== 'failed';
  return (
    <li>
      <p>{name}</p>
      {isCalm && <p className="muted">No alerts</p>}
      {refused > 0 && (
        <Line at={status?.refusedAt ?? null}>
          <RowsLink to={jobsPath('is:rejected', target.id)} opens={opens}>
            {refused.toLocaleString('en-US')} refused
          </RowsLink>
        </Line>
      )}
      {doubtful > 0 && (
        <Line at={status?.doubtfulAt ?? null}>
          <RowsLink to={jobsPath('is:doubtful', target.id)} opens={opens}>
            {doubtful.toLocaleString('en-US')} in doubt
          </RowsLink>
        </Line>
      )}
      {drifted > 0 && (
        <Line at={null}>
          <RowsLink to={jobsPath('is:drifted', target.id)} opens={opens}>
            {drifted.toLocaleString('en-US')} changed in {target.name}
          </RowsLink>
        </Line>
      )}
      {unreachedAt !== null && <Line at={unreachedAt}>Not reached: jobs wait to be posted</Line>}
      {target.checkState === 'failed' && <p>The last check of the connection failed</p>}
    </li>
  );
}

const Line = ({ at, children }: { at: string | null; children: ReactNode }) => (
  <p className="alert-line">
    <span>{children}</span>
    {at !== null && (
      <span className="muted">
        <Ago at={at} />
      </span>
    )}
  </p>
);

/** Refused, doubtful and changed jobs of each target, counted on this device once all its jobs are read. Null until then. */
function useCounts(targets: readonly TargetRow[]): ReadonlyMap<number, Counts> | null {
  const conditions = targets.flatMap((target) => {
    const { postRejected, postDoubtful, drifted } = jobConditions(target);
    return [postRejected, postDoubtful, drifted];
  });
  const { answer, ready, current } = useGridAnswer(conditions, (client, asked) => client.counts(asked));
  if (!ready || !current || answer === null) return null;
  const countsAt = (at: number): Counts => {
    const [refused = 0, doubtful = 0, drifted = 0] = answer.slice(at, at + 3);
    return { refused, doubtful, drifted };
  };
  return new Map(targets.map(({ id }, i) => [id, countsAt(i * 3)]));
}
