import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { TaskRow } from '#contract/rows/rows.ts';
import {
  needsLook,
  nextRunLabel,
  nextRunMs,
  scheduleLabel,
  taskStatus,
  taskStatuses,
} from '#src/entities/collect/task-status.ts';
import { useTasks } from '#src/entities/collect/use-tasks.ts';
import { useSession } from '#src/entities/session/session.ts';
import { usePathCustomer } from '#src/entities/session/use-path-customer.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { Ago, useNow } from '#src/ui/format/use-format.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { type List, useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { ChildHasNoTasks, useIsChild } from './child-has-no-tasks.tsx';
import { TaskAlarm } from './task-alarm.tsx';
import { type TaskActions, useTaskActions } from './use-task-actions.ts';

/** A task with the values of its columns that are worked out, so that the list sorts by what it shows. */
type TaskLine = TaskRow & { readonly status: string; readonly nextRun: number | null };

const lineOf = (task: TaskRow): TaskLine => ({
  ...task,
  status: taskStatuses[taskStatus(task)].words,
  nextRun: nextRunMs(task),
});

const col = columnsOf<TaskLine>();
const columns = [
  col('name', 'Task'),
  col('site', 'Source'),
  col('crawler', 'Crawler'),
  col('status', 'Status', { cell: (task) => <Status task={task} /> }),
  col('everyMinutes', 'Schedule', { cell: (task) => <span className="nowrap">{scheduleLabel(task)}</span> }),
  col('lastRunAt', 'Last run', { cell: (task) => <Ago at={task.lastRunAt} /> }),
  col('lastResult', 'Last result', { cell: (task) => <LastResult words={task.lastResult} /> }),
  col('nextRun', 'Next run', { cell: (task) => <NextRun task={task} /> }),
  col('staged', 'Listed', { align: 'end' }),
  col('refused', 'Refused', { align: 'end' }),
];

/** Data collection tasks with their status, last result and next run. */
export function TaskList() {
  const { may, customer } = useSession();
  const isChild = useIsChild();
  const shown = usePathCustomer(useParams()['c']);
  const { ready, rows } = useTasks();
  const actions = useTaskActions();
  const rowActions = useRowActions(actions);
  const lines = useMemo(() => rows.map(lineOf), [rows]);
  const list = useList(ready && shown ? lines : undefined, {
    sort: 'name',
    searchIn: ['name', 'alias', 'site', 'crawler', 'id'],
    filters: {
      status: (task, status) => taskStatus(task) === status,
      source: (task, source) => task.site === source,
    },
  });
  if (isChild) return <ChildHasNoTasks name={customer.name} />;
  const add = may('tasks.write') && (
    <Button component={Link} to={pathTo('/addtask')}>
      Add task
    </Button>
  );
  return (
    <ListPage
      title="Tasks"
      noun="task"
      list={list}
      actions={add}
      filters={<Filters list={list} tasks={rows} />}
      firstUse={
        <EmptyState kind="first-use" title="No tasks yet">
          <p>A task collects a vendor’s feed on a schedule and stages its jobs.</p>
          {add}
        </EmptyState>
      }
    >
      {list.rows.filter(needsLook).map((task) => (
        <TaskAlarm key={task.id} task={task} actions={actions} />
      ))}
      <DataTable
        list={list}
        label="Tasks"
        columns={columns}
        rowKey={(task) => task.id}
        openPath={(task) => pathTo('/edittask/:id/:c?', { id: task.id })}
        actions={rowActions}
      />
    </ListPage>
  );
}

type Filtered = Pick<List<TaskLine>, 'filter' | 'setFilter'>;
const statusChoices = Object.entries(taskStatuses).map(([value, { words }]) => ({ value, label: words }));

function Filters({ list, tasks }: { list: Filtered; tasks: readonly TaskRow[] }) {
  const sources = [...new Set(tasks.flatMap(({ site }) => site ?? []))].sort();
  return (
    <>
      <ListFilter list={list} name="source" label="Source" choices={sources.map((value) => ({ value, label: value }))} />
      <ListFilter list={list} name="status" label="Status" choices={statusChoices} />
    </>
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
