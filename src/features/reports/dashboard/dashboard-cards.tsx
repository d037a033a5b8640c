import { Link } from 'react-router-dom';
import type { TaskRow } from '#contract/rows/rows.ts';
import { type TaskStatus, taskStatus } from '#domain/tasks/task-status.ts';
import { taskStatuses } from '#src/entities/collect/task-status.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { BoardCard } from './board/board-card.tsx';
import { RowsLink } from './board/rows-link.tsx';
import { workTypesOf } from './work-figures.ts';

type Bar = { key: string; label: string; count: number; to: string };

/** Bars with their numbers as text, so that screen readers read the same data as the chart shows. */
function Bars({ bars, label, opens }: { bars: readonly Bar[]; label: string; opens: boolean }) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return (
    <ul className="bars" aria-label={label}>
      {bars.map(({ key, label: name, count, to }) => (
        <li key={key}>
          <RowsLink to={to} opens={opens} className="bar">
            <span className="bar-label">{name}</span>
            <span className="bar-track" aria-hidden>
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="bar-count">{count.toLocaleString('en-US')}</span>
          </RowsLink>
        </li>
      ))}
    </ul>
  );
}

/** Open jobs by work type. */
export function WorkTypeCard({ counts }: { counts: ReadonlyMap<string, number> }) {
  const { may } = useSession();
  const names = useFieldNames();
  const bars = workTypesOf(names.labels).map(({ key, label, types }) => ({
    key,
    label,
    count: counts.get(key) ?? 0,
    to: jobsPath(`is:open workType:${types.join(',')}`),
  }));
  return (
    <BoardCard id="types" title={names.of('workType')} note="Open jobs">
      <Bars label="Open jobs by work type" bars={bars} opens={may('staging.read')} />
    </BoardCard>
  );
}

/** All jobs by status, also those that were hidden or canceled here. */
export function StatusCard({ statuses }: { statuses: readonly { status: string; jobs: number }[] }) {
  const { may } = useSession();
  const opens = may('staging.read');
  const bars = statuses.map(({ status, jobs }) => ({
    key: status,
    label: status,
    count: jobs,
    to: may('jobs.report')
      ? pathTo('/report_jobs/:source?/:state?/:status?', {}, { vendorStatus: status })
      : jobsPath(`status:${status.includes(' ') ? `"${status}"` : status}`),
  }));
  return (
    <BoardCard id="statuses" title="Jobs by status">
      {bars.length === 0 ? <p className="muted">No jobs yet.</p> : <Bars label="Jobs by status" bars={bars} opens={opens} />}
    </BoardCard>
  );
}

const usualStatuses: readonly TaskStatus[] = ['active', 'customer', 'team'];
const otherStatuses: readonly TaskStatus[] = ['provider', 'setup'];
const words: Partial<Record<TaskStatus, string>> = { customer: 'Disabled by you' };

/** Collection tasks: active, disabled by you, by the team. Another status shows once a task has it. */
export function TasksCard({ tasks }: { tasks: readonly TaskRow[] }) {
  const opens = useSession().may('tasks.read');
  const count = (status: TaskStatus) => tasks.filter((task) => taskStatus(task) === status).length;
  const shown = [...usualStatuses, ...otherStatuses.filter((status) => count(status) > 0)];
  return (
    <BoardCard id="tasks" title="Tasks">
      <dl className="figures">
        {shown.map((status) => (
          <div key={status}>
            <dt>{words[status] ?? taskStatuses[status].words}</dt>
            <dd>
              <RowsLink to={pathTo('/tasks/:c?', {}, { status })} opens={opens && count(status) > 0}>
                {count(status).toLocaleString('en-US')}
              </RowsLink>
            </dd>
          </div>
        ))}
      </dl>
    </BoardCard>
  );
}

/** Tasks that need attention, with their alarms. */
export function AlertsCard({ tasks }: { tasks: readonly TaskRow[] }) {
  return (
    <BoardCard id="alerts" title="Task alerts">
      {tasks.length === 0 ? (
        <p className="muted">No task needs attention.</p>
      ) : (
        <ul className="alerts">
          {tasks.slice(0, 6).map((task) => (
            <li key={task.id}>
              <Link to={pathTo('/edittask/:id/:c?', { id: task.id })}>{task.name}</Link>
              <p>{task.alarm}</p>
              <p className="muted">
                Last collected <Ago at={task.lastSuccessAt} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </BoardCard>
  );
}
