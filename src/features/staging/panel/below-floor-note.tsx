import { Button } from '@mantine/core';
import type { JobRow } from '#contract/rows/jobs.ts';
import { acceptanceLapsed, belowFloor } from '#domain/posting/rate-floor.ts';
import { useRateFloor } from '#src/entities/posting/use-rate-floor.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import type { JobWays } from './way-out.tsx';

type Props = { readonly job: JobRow; readonly onAction: JobWays['onAction'] };

/** What the rates of a job lack for the customer's floor, and whether a person accepted them; nothing for other jobs. */
export function BelowFloorNote({ job, onAction }: Props) {
  const { may } = useSession();
  const { floor } = useRateFloor();
  const below = belowFloor(job, floor);
  if (below === null) return null;
  const { acceptedRate } = job;
  const action = below.state === 'accepted' ? 'requireFloor' : 'acceptRate';
  return (
    <section className="below-floor">
      <h3>Below the rate floor</h3>
      <ul>
        {below.words.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {acceptedRate !== null && below.state === 'accepted' && (
        <p className="muted">
          {acceptedRate.by} accepted the rate <Ago at={acceptedRate.at} />.
        </p>
      )}
      {acceptanceLapsed(job) && <p className="muted">An earlier acceptance no longer counts: the rate was better then.</p>}
      {below.state === 'warn' && <p className="muted">The job can be posted all the same.</p>}
      {may('jobs.post') && (
        <div>
          <Button size="xs" variant="default" onClick={() => onAction(action, [job.id])}>
            {action === 'acceptRate' ? 'Accept rate' : 'Apply rate floor again'}
          </Button>
        </div>
      )}
    </section>
  );
}
