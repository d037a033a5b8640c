import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { readTask } from '#contract/collecting/tasks.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { getsJobsSent } from '#domain/crawlers/gets-jobs-sent.ts';
import { withExpiry } from '#domain/crawlers/password-expiry.ts';
import { needsLook, taskStatus } from '#domain/tasks/task-status.ts';
import { nextRunLabel, taskStatuses } from '#src/entities/collect/task-status.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { usePathCustomer } from '#src/entities/session/use-path-customer.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { Ago, useFormat, useNow } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { TaskScope } from '../job-scope/task-scope.tsx';
import { TaskStatuses } from '../statuses/task-statuses.tsx';
import { MailAddress } from './mail-address.tsx';
import { TaskAlarm } from './task-alarm.tsx';
import { TaskColumns } from './task-columns.tsx';
import { newTask, type TaskSettings as Settings } from './task-draft.ts';
import { TaskForm } from './task-form.tsx';
import { TaskRuns } from './task-runs.tsx';
import { type TaskActions, useTaskActions } from './use-task-actions.ts';
import { WebhookAddress } from './webhook-address.tsx';
import './collect.css';

/** One task: its settings, status and recent runs. Id 0 adds a task. */
export function TaskEdit() {
  const { id: inPath, c } = useParams();
  const shown = usePathCustomer(c);
  const id = Number(inPath);
  const { ready, row } = useRow('task', id);
  const today = localToday(useFormat().preferences.timeZone);
  if (!ready || !shown) return <Waiting />;
  if (id === 0) {
    return (
      <section className="page page-form" aria-labelledby="page-title">
        <PageHeader title="Add a task" />
        <p className="muted">New tasks start disabled. Run the task once, review the jobs it collects, then enable it.</p>
        <TaskForm task={newTask} />
      </section>
    );
  }
  if (row) return <Task key={id} row={withExpiry(row, today)} />;
  return (
    <EmptyState kind="no-match" title="This task no longer exists">
      <Link to={pathTo('/tasks/:c?')}>All tasks</Link>
    </EmptyState>
  );
}

function Task({ row }: { row: TaskRow }) {
  const actions = useTaskActions();
  const { may } = useSession();
  const status = taskStatuses[taskStatus(row)];
  const crawler = useCrawlers().rows.find(({ id }) => id === row.crawlerId);
  const isMail = crawler?.kind === 'mail';
  const isWebhook = crawler?.kind === 'webhook';
  const isSent = crawler !== undefined && getsJobsSent(crawler);
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title={row.name}
        note={
          <StateBadge tone={status.tone} tip={status.means}>
            {status.words}
          </StateBadge>
        }
        actions={may('tasks.write') && <Actions row={row} actions={actions} signsIn={!isSent} />}
      />
      {needsLook(row) && <TaskAlarm task={row} actions={actions} onItsScreen />}
      <Facts row={row} isSent={isSent} />
      {may('tasks.write') && isMail && <MailAddress taskId={row.id} name={row.name} readsMailbox={crawler.settings.url.active} />}
      {may('tasks.write') && isWebhook && <WebhookAddress id={row.id} name={row.name} since={row.lastRunAt} />}
      {may('tasks.write') && <TaskSettings id={row.id} />}
      {may('tasks.write') && <TaskScope id={row.id} name={row.name} isMail={isMail} />}
      {may('tasks.write') && !isWebhook && !isMail && <TaskColumns id={row.id} source={row.site ?? row.name} />}
      <TaskStatuses taskId={row.id} since={row.lastRunAt} />
      <TaskRuns id={row.id} since={row.lastRunAt} />
    </section>
  );
}

/** The settings, which are read from the service: an address may hold a key, so it is not kept on the device. */
function TaskSettings({ id }: { id: number }) {
  const { reply, failure, refresh } = useReply(readTask, { cust: useSession().customer.id, id });
  // After a save the form begins again, so that no secret stays in its fields.
  const [saved, setSaved] = useState<{ task: Settings; version: number } | null>(null);
  const task = saved?.task ?? reply;
  return (
    <div className="card task-settings">
      <h2>Settings</h2>
      {task && (
        <TaskForm
          key={saved?.version ?? 0}
          task={task}
          onSaved={(next) => setSaved({ task: next, version: (saved?.version ?? 0) + 1 })}
        />
      )}
      {!task && !failure && <Waiting label="Loading settings" />}
      {!task && failure && (
        <EmptyState kind="no-data" title="This task’s settings aren’t on this device">
          <p>{errorMessage(failure)}</p>
          <TryAgain refresh={refresh} />
        </EmptyState>
      )}
    </div>
  );
}

function Actions({ row, actions, signsIn }: { row: TaskRow; actions: TaskActions; signsIn: boolean }) {
  const navigate = useNavigate();
  const remove = async () => {
    if (await actions.remove(row)) void navigate(pathTo('/tasks/:c?'));
  };
  return (
    <>
      <OnlineButton loading={actions.starting.includes(row.id)} onClick={() => void actions.run(row)}>
        Run now
      </OnlineButton>
      <OnlineButton variant="default" onClick={() => void actions.stop(row)}>
        Stop run
      </OnlineButton>
      {signsIn && (
        <OnlineButton variant="default" onClick={() => void actions.check(row)}>
          Check login
        </OnlineButton>
      )}
      <OnlineButton variant="default" onClick={() => void actions.resetCounters(row)}>
        Reset counters
      </OnlineButton>
      <OnlineButton variant="default" color="red" onClick={() => void remove()}>
        Remove…
      </OnlineButton>
      <Link to={pathTo('/tasks/:c?')}>All tasks</Link>
    </>
  );
}

function Facts({ row, isSent }: { row: TaskRow; isSent: boolean }) {
  const next = nextRunLabel(row, useNow());
  return (
    <dl className="task-facts">
      <div>
        <dt>Last run</dt>
        <dd>
          <Ago at={row.lastRunAt} />
        </dd>
      </div>
      <div>
        <dt>Last success</dt>
        <dd>
          <Ago at={row.lastSuccessAt} />
        </dd>
      </div>
      <div>
        <dt>Next run</dt>
        <dd>{next ?? (isSent ? 'When jobs are sent' : 'Manual only')}</dd>
      </div>
      <div>
        <dt>Listed</dt>
        <dd>
          <Link to={pathTo('/staging/:pg?/:all?', {}, { source: row.site ?? row.name })}>
            {row.staged.toLocaleString('en-US')} jobs
          </Link>
        </dd>
      </div>
      <div>
        <dt>Refused</dt>
        <dd>{row.refused.toLocaleString('en-US')} rows</dd>
      </div>
    </dl>
  );
}
