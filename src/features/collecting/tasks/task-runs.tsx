import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { listRuns } from '#contract/collecting/runs.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { collectErrors } from '#contract/rows/collect-errors.ts';
import { RefusedRows } from '#src/entities/collect/refused-rows.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { LastRuns } from './last-runs.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import './collect.css';

type Runs = ReplyOf<typeof listRuns>;
type Run = Runs['rows'][number];
const how: Record<Run['how'], string> = {
  schedule: 'Schedule',
  manual: 'Manual',
  upload: 'Upload',
  replay: 'Replay',
  webhook: 'Webhook',
};

/** The last runs of a task. A run expands to its refused rows, or to its counts. A new `since` loads the list again. */
export function TaskRuns({ id, since }: { id: number; since: string | null }) {
  const { customer, may } = useSession();
  const { reply, at, failure } = useReply(listRuns, { cust: customer.id, id }, { since });
  const [replayed, setReplayed] = useState<Run | null>(null);
  return (
    <section className="runs" aria-label="Recent runs">
      <h2>Recent runs</h2>
      {failure && reply && (
        <p className="muted">
          As of <Ago at={at} />. {errorMessage(failure)}
        </p>
      )}
      <Runs
        taskId={id}
        runs={reply}
        failure={failure && errorMessage(failure)}
        {...(may('tasks.write') && { onReplay: setReplayed })}
      />
      {replayed && <ReplayDialog runId={replayed.id} taskId={id} onClose={() => setReplayed(null)} />}
    </section>
  );
}

type RunsProps = { taskId: number; runs: Runs | null; failure: string | null; onReplay?: (run: Run) => void };

function Runs({ taskId, runs, failure, onReplay }: RunsProps) {
  const wanted = Number(useSearchParams()[0].get('run'));
  if (!runs) return failure === null ? <Waiting rows={3} label="Loading runs" /> : <p className="muted">{failure}</p>;
  if (runs.total === 0) return <p className="muted">No runs yet.</p>;
  return (
    <>
      <LastRuns runs={runs.rows} taskId={taskId} />
      <div className="card">
        {runs.rows.map((run) => (
          <RunLine key={run.id} run={run} isWanted={run.id === wanted} {...(onReplay && { onReplay })} />
        ))}
      </div>
      <CutNote of={runs} noun="run" />
    </>
  );
}

/** One run. The address may want it open: then it opens and comes into view. */
function RunLine({ run, isWanted, onReplay }: { run: Run; isWanted: boolean; onReplay?: (run: Run) => void }) {
  const line = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isWanted || !line.current) return;
    line.current.open = true;
    line.current.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  const refused = run.counts['refused'] ?? run.refused.length;
  return (
    <details ref={line} className="run">
      <summary>
        <IconChevronRight size={16} aria-hidden />
        <Ago at={run.startedAt} />
        <span className="muted">{how[run.how]}</span>
        <span className="run-outcome">{run.outcome ?? (run.endedAt === null ? 'Running' : 'Ended without a result')}</span>
        <RunBadge run={run} refused={refused} />
      </summary>
      <div className="run-body">
        {run.error !== null && <p>{collectErrors[run.error].remedy}</p>}
        {refused > 0 ? <RefusedRows rows={run.refused} total={refused} /> : <Counts counts={run.counts} />}
        <RefusedRows rows={run.warned} warnings />
        {run.isKept && onReplay && (
          <OnlineButton size="xs" variant="default" onClick={() => onReplay(run)}>
            Replay the file…
          </OnlineButton>
        )}
      </div>
    </details>
  );
}

function RunBadge({ run: { error, warned: warnings }, refused }: { run: Run; refused: number }) {
  const warned = warnings.length;
  if (error !== null) return <StateBadge tone="bad">{collectErrors[error].name}</StateBadge>;
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
