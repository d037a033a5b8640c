import { IconChevronRight } from '@tabler/icons-react';
import { listRuns } from '#contract/collecting/tasks.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import './collect.css';

type Runs = ReplyOf<typeof listRuns>;
type Run = Runs['rows'][number];
const how: Record<Run['how'], string> = { schedule: 'Schedule', manual: 'Manual', upload: 'Upload' };

/** The last runs of a task. A run expands to its refused rows, or to its counts. A new `since` loads the list again. */
export function TaskRuns({ id, since }: { id: number; since: string | null }) {
  const cust = useSession().customer.id;
  const { reply, at, failure } = useReply(listRuns, { cust, id }, { since });
  return (
    <section className="runs" aria-label="Recent runs">
      <h2>Recent runs</h2>
      {failure && reply && (
        <p className="muted">
          As of <Ago at={at} />. {errorMessage(failure)}
        </p>
      )}
      <Runs runs={reply} failure={failure && errorMessage(failure)} />
    </section>
  );
}

function Runs({ runs, failure }: { runs: Runs | null; failure: string | null }) {
  if (!runs) return failure === null ? <Waiting rows={3} label="Loading runs" /> : <p className="muted">{failure}</p>;
  if (runs.total === 0) return <p className="muted">No runs yet.</p>;
  return (
    <>
      <div className="card">
        {runs.rows.map((run) => (
          <RunLine key={run.id} run={run} />
        ))}
      </div>
      <CutNote of={runs} noun="run" />
    </>
  );
}

function RunLine({ run }: { run: Run }) {
  const refused = run.counts['refused'] ?? run.refused.length;
  return (
    <details className="run">
      <summary>
        <IconChevronRight size={16} aria-hidden />
        <Ago at={run.startedAt} />
        <span className="muted">{how[run.how]}</span>
        <span className="run-outcome">{run.outcome ?? (run.endedAt === null ? 'Running' : 'Ended without a result')}</span>
        <RunBadge refused={refused} warned={run.warned.length} />
      </summary>
      <div className="run-body">
        {refused > 0 ? <RefusedRows rows={run.refused} total={refused} /> : <Counts counts={run.counts} />}
        <RefusedRows rows={run.warned} warnings />
      </div>
    </details>
  );
}

function RunBadge({ refused, warned }: { refused: number; warned: number }) {
  if (refused > 0) return <StateBadge tone="warn">{`${counted(refused, 'row')} refused`}</StateBadge>;
  return warned > 0 ? <StateBadge>{counted(warned, 'warning')}</StateBadge> : <span />;
}

const countText: Record<string, string> = { added: 'New', changed: 'Changed', same: 'Unchanged', cancelled: 'Canceled' };

function Counts({ counts }: { counts: Run['counts'] }) {
  const known = Object.entries(countText).filter(([key]) => counts[key] !== undefined);
  if (known.length === 0) return <p className="muted">No jobs changed.</p>;
  return (
    <dl className="task-facts">
      {known.map(([key, words]) => (
        <div key={key}>
          <dt>{words}</dt>
          <dd>{counts[key]?.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}
