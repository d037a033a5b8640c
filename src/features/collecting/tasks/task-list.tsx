import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { TaskRow } from '#contract/rows/rows.ts';
import { getsJobsSent } from '#domain/crawlers/gets-jobs-sent.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { needsLook, nextRunMs, scheduleLabel, taskStatus } from '#domain/tasks/task-status.ts';
import { nextRunLabel, taskStatuses } from '#src/entities/collect/task-status.ts';
import { useCrawlers } from '#src/entities/collect/use-crawlers.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { usePathCustomer } from '#src/entities/session/use-path-customer.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { Ago, useNow } from '#src/ui/format/use-format.tsx';
import { allRows } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { AddSeveralTasks } from './add-several-tasks.tsx';
import { ChildHasNoTasks, useIsChild } from './child-has-no-tasks.tsx';
import { SeveralTasks } from './several-tasks.tsx';
import { TaskAlarm } from './task-alarm.tsx';
import { TaskFilters } from './task-filters.tsx';
import { type SignInFilter, useSignInFilter } from './use-sign-in-filter.ts';
import { type TaskActions, useTaskActions } from './use-task-actions.ts';

/** A task with the values of its columns that are worked out, so that the list sorts by what it shows. */
type TaskLine = TaskRow & { readonly status: string; readonly schedule: string; readonly nextRun: number | null };

const lineOf = (task: TaskRow, isSent: boolean): TaskLine => ({
  ...task,
  status: taskStatuses[taskStatus(task)].words,
  schedule: isSent ? 'When sent' : scheduleLabel(task),
  nextRun: nextRunMs(task),
});

const col = columnsOf<TaskLine>();
const columnsFor = (names: FieldNames) => [
  col('name', 'Task'),
  col('site', names.of('source')),
  col('crawler', 'Crawler'),
  col('status', 'Status', { cell: (task) => <Status task={task} /> }),
  col('everyMinutes', 'Schedule', { cell: (task) => <span className="nowrap">{task.schedule}</span> }),
  col('lastRunAt', 'Last run', { cell: (task) => <Ago at={task.lastRunAt} /> }),
  col('lastResult', 'Last result', { cell: (task) => <LastResult words={task.lastResult} /> }),
  col('nextRun', 'Next run', { cell: (task) => <NextRun task={task} /> }),
  col('staged', 'Listed', { align: 'end' }),
  col('refused', 'Refused', { align: 'end' }),
];

const AddTask = () => (
  <Button component={Link} to={pathTo('/addtask')}>
    Add task
  </Button>
);
const AddSeveral = ({ onOpen }: { onOpen: () => void }) => (
  <OnlineButton variant="default" onClick={onOpen}>
    Add several…
  </OnlineButton>
);

/** The documented page sizes; 10000 means all. */
const sizes = [10, 20, 50, 100, allRows];

function useTaskLines(rows: readonly TaskRow[] | undefined, signIn: SignInFilter) {
  const { rows: crawlers } = useCrawlers();
  const lines = useMemo(() => {
    const sent = new Set(crawlers.filter(getsJobsSent).map(({ id }) => id));
    return rows?.map((task) => lineOf(task, sent.has(task.crawlerId)));
  }, [rows, crawlers]);
  return usePagedList(lines, {
    sort: 'name',
    searchIn: ['name', 'alias', 'site', 'crawler', 'id'],
    filters: {
      status: (task, status) => taskStatus(task) === status,
      source: (task, source) => task.site === source,
      signIn: signIn.keeps,
    },
    sizes,
  });
}

/** Data collection tasks with their status, last result and next run. */
export function TaskList() {
  const { may, customer, administrator } = useSession();
  const isChild = useIsChild();
  const shown = usePathCustomer(useParams()['c']);
  const { ready, rows } = useTasks();
  const actions = useTaskActions();
  const columns = columnsFor(useFieldNames());
  const rowActions = useRowActions(actions);
  const signIn = useSignInFilter();
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const [isAdding, setIsAdding] = useState(false);
  const list = useTaskLines(ready && shown ? rows : undefined, signIn);
  if (isChild) return <ChildHasNoTasks name={customer.name} />;
  const writes = may('tasks.write');
  const add = writes && <AddTask />;
  return (
    <ListPage
      title="Tasks"
      noun="task"
      list={list}
      actions={
        <>
          {administrator && <AddSeveral onOpen={() => setIsAdding(true)} />}
          {add}
        </>
      }
      filters={<TaskFilters list={list} tasks={rows} signIn={signIn} />}
      dialogs={isAdding && <AddSeveralTasks onClose={() => setIsAdding(false)} />}
      firstUse={
        <EmptyState kind="first-use" title="No tasks yet">
          <p>A task collects a vendor’s feed on a schedule and stages its jobs.</p>
          {add}
        </EmptyState>
      }
    >
      {(list.filtered ? list.rows : rows).filter(needsLook).map((task) => (
        <TaskAlarm key={task.id} task={task} actions={actions} />
      ))}
      <DataTable
        list={list}
        label="Tasks"
        columns={columns}
        rowKey={(task) => task.id}
        openPath={(task) => pathTo('/edittask/:id/:c?', { id: task.id })}
        actions={rowActions}
        {...(writes && { selection: { selected: chosen, onSelected: setChosen } })}
      />
      {writes && (
        <SeveralTasks tasks={rows.filter(({ id }) => chosen.has(id))} shown={list.rows} onClear={() => setChosen(new Set())} />
      )}
    </ListPage>
  );
}

function Status({ task }: { task: TaskRow }) {
  const { words, tone, means } = taskStatuses[taskStatus(task)];
  return (
    <span>
      <StateBadge tone={tone} tip={means}>
        {words}
      </StateBadge>{' '}
      {needsLook(task) && <StateBadge tone="bad">Needs attention</StateBadge>}
    </span>
  );
}

function LastResult({ words }: { words: string | null }) {
  if (words === null) return <span className="muted">—</span>;
  return (
    <span className="task-result" data-tip={words}>
      {words}
    </span>
  );
}

function NextRun({ task }: { task: TaskRow }) {
  const words = nextRunLabel(task, useNow());
  return <span className="nowrap">{words ?? <span className="muted">—</span>}</span>;
}

/** Row actions of the task list. */
function useRowActions({ run, stop, check, resetCounters, remove }: TaskActions): readonly RowAction<TaskRow>[] {
  const when = useSession().may('tasks.write');
  const navigate = useNavigate();
  return [
    { label: 'Run now', run: (task) => run(task), when, online: true },
    { label: 'Edit', run: ({ id }) => navigate(pathTo('/edittask/:id/:c?', { id })), when },
    { label: 'Stop run', run: stop, when, online: true },
    { label: 'Check login', run: check, when, online: true },
    { label: 'Reset counters', run: resetCounters, when, online: true },
    { label: 'Remove…', run: remove, when, online: true, danger: true },
  ];
}
