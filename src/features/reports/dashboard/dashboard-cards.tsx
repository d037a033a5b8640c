import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { TaskRow } from '#contract/rows/rows.ts';
import { stateNames } from '#domain/parsing/states.ts';
import { type TaskStatus, taskStatus, taskStatuses } from '#src/entities/collect/task-status.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { Card } from '#src/ui/page/card.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { workTypesOf } from './work-figures.ts';

const shownFirst = 12;

type Bar = { key: string; label: string; count: number; to: string };

/** Bars with their numbers as text, so that screen readers read the same data as the chart shows. */
function Bars({ bars, label, tone }: { bars: readonly Bar[]; label: string; tone?: string }) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  return (
    <ul className="bars" aria-label={label} data-tone={tone}>
      {bars.map(({ key, label: name, count, to }) => (
        <li key={key}>
          <Link to={to} className="bar">
            <span className="bar-label">{name}</span>
            <span className="bar-track" aria-hidden>
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="bar-count">{count.toLocaleString('en-US')}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Open jobs by state, most jobs first. Each state links to its jobs. */
export function OpenByStateCard({ states, total }: { states: readonly { state: string; jobs: number }[]; total: number }) {
  const [all, setAll] = useState(false);
  const shown = all ? states : states.slice(0, shownFirst);
  return (
    <Card id="states" title="Open jobs by state" note={counted(total, 'open job')}>
      {states.length === 0 ? (
        <NoJobs />
      ) : (
        <Bars
          label="Open jobs by state"
          bars={shown.map(({ state, jobs }) => ({
            key: state,
            label: nameOf(state),
            count: jobs,
            to: jobsPath(`is:open state:${state}`),
          }))}
        />
      )}
      {states.length > shownFirst && (
        <button type="button" className="link-button dashboard-more" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${states.length} states`}
        </button>
      )}
    </Card>
  );
}

/** The next step of a person who may take it. */
function NoJobs() {
  const { may } = useSession();
  return (
    <p className="muted">
      No open jobs yet.{' '}
      {may('uploads.write') && (
        <>
          <Link to={pathTo('/jobupload')}>Upload jobs</Link> from a file, or{' '}
        </>
      )}
      {may('tasks.read') ? (
        <>
          see what the <Link to={pathTo('/tasks/:c?')}>tasks</Link> collect.
        </>
      ) : (
        'Jobs appear here as they are collected.'
      )}
    </p>
  );
}

const names = new Map(stateNames.map(({ code, name }) => [code, name]));
const nameOf = (state: string) => names.get(state) ?? state;

/** Open jobs by work type. */
export function WorkTypeCard({ counts }: { counts: ReadonlyMap<string, number> }) {
  const { industry } = useSession().role;
  const bars = workTypesOf(industry).map(({ key, label, types }) => ({
    key,
    label,
    count: counts.get(key) ?? 0,
    to: jobsPath(`is:open workType:${types.join(',')}`),
  }));
  // One type alone says the same as the number of open jobs.
  const shown = bars.filter(({ count }) => count > 0);
  if (shown.length < 2) return null;
  return (
    <Card id="types" title="Work type">
      <Bars label="Open jobs by work type" bars={shown} />
    </Card>
  );
}

const statuses = Object.keys(taskStatuses) as TaskStatus[];

/** Collection tasks by status. A status that no task has does not show. */
export function TasksCard({ tasks }: { tasks: readonly TaskRow[] }) {
  const count = (status: TaskStatus) => tasks.filter((task) => taskStatus(task) === status).length;
  const shown = statuses.filter((status) => status === 'active' || count(status) > 0);
  return (
    <Card id="tasks" title="Tasks">
      <dl className="figures">
        {shown.map((status) => (
          <div key={status}>
            <dt>{taskStatuses[status].words}</dt>
            <dd>{count(status)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Tasks that need attention, with their alarms. */
export function AlertsCard({ tasks }: { tasks: readonly TaskRow[] }) {
  if (tasks.length === 0) return null;
  return (
    <Card id="alerts" title="Alerts">
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
    </Card>
  );
}
