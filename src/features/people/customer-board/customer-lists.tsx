import type { ReactNode } from 'react';
import type { CustomerTask, UnsentDevice, WaitingPost } from '#contract/people/customer-work.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { needsLook, taskStatus } from '#domain/tasks/task-status.ts';
import { taskStatuses } from '#src/entities/collect/task-status.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { type From, useList } from '#src/ui/list/use-list.ts';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { InCustomer } from './in-customer.tsx';

/** The rows of one list, once they are here, with the tabs that lead to the others. */
type Props<R> = { rows: readonly R[] | undefined; total: number; from: From; tabs: ReactNode };

/** Says that the list goes on behind the last row that is shown. */
const More = ({ shown, total }: { shown: number; total: number }) =>
  total > shown ? (
    <p className="muted">
      The first {shown.toLocaleString('en-US')} of {total.toLocaleString('en-US')}. Open a customer for all of its own.
    </p>
  ) : null;

const postStates: Record<WaitingPost['state'], { words: string; tone: BadgeTone; order: number }> = {
  failed: { words: 'Failed', tone: 'bad', order: 0 },
  human: { words: 'Decide', tone: 'bad', order: 1 },
  unknown: { words: 'Checking', tone: 'pending', order: 2 },
  sending: { words: 'Posting', tone: 'pending', order: 3 },
  wanted: { words: 'Posting', tone: 'pending', order: 4 },
};

type Post = WaitingPost & { readonly order: number };
const postCol = columnsOf<Post>();
const postColumns = [
  postCol('providerJobId', 'Job', {
    cell: (row) => (
      <InCustomer of={row} to={pathTo('/staging/:pg?/:all?', {}, { view: 'all', q: `"${row.providerJobId}"` })}>
        {row.providerJobId}
      </InCustomer>
    ),
  }),
  postCol('customer', 'Customer'),
  postCol('target', 'Target'),
  postCol('order', 'Status', {
    cell: ({ state }) => <StateBadge tone={postStates[state].tone}>{postStates[state].words}</StateBadge>,
  }),
  postCol('words', 'Reason'),
  postCol('since', 'Since', { cell: ({ since }) => <Ago at={since} /> }),
];

/** Posts of every customer that failed, wait for a decision, or are under way. */
export function WaitingPosts({ rows, total, from, tabs }: Props<WaitingPost>) {
  const list = useList(
    rows?.map((row): Post => ({ ...row, order: postStates[row.state].order })),
    { sort: 'order', searchIn: ['providerJobId', 'customer', 'target', 'words'], from },
  );
  const firstUse = (
    <EmptyState kind="done" title="No post waits">
      <p>A post appears here while it is under way, and stays if it failed or a person has to decide.</p>
    </EmptyState>
  );
  return (
    <ListPage title="Customers" noun="post" list={list} filters={tabs} firstUse={firstUse}>
      <DataTable
        list={list}
        label="Posts"
        columns={postColumns}
        rowKey={({ customerId, targetId, jobId }) => `${customerId}/${targetId}/${jobId}`}
        nameOf={({ providerJobId }) => providerJobId}
      />
      <More shown={rows?.length ?? 0} total={total} />
    </ListPage>
  );
}

type Task = CustomerTask & { readonly status: string; readonly calm: boolean };
const taskCol = columnsOf<Task>();
const taskColumnsFor = (names: FieldNames) => [
  taskCol('name', 'Task', {
    cell: (row) => (
      <InCustomer of={row} to={pathTo('/edittask/:id/:c?', { id: row.id })}>
        {row.name}
      </InCustomer>
    ),
  }),
  taskCol('customer', 'Customer'),
  taskCol('site', names.of('source')),
  taskCol('status', 'Status', {
    cell: (row) => (
      <StateBadge tone={taskStatuses[taskStatus(row)].tone} tip={taskStatuses[taskStatus(row)].means}>
        {row.status}
      </StateBadge>
    ),
  }),
  taskCol('alarm', 'Alarm', { cell: (row) => (row.calm ? <span className="muted">—</span> : row.alarm) }),
  taskCol('lastSuccessAt', 'Last collection', { cell: ({ lastSuccessAt }) => <Ago at={lastSuccessAt} /> }),
  taskCol('lastResult', 'Last result'),
  taskCol('refused', 'Refused', { align: 'end', sum: true }),
];

/** Tasks of every customer, those with an alarm first. */
export function CustomerTasks({ rows, total, from, tabs }: Props<CustomerTask>) {
  const taskColumns = taskColumnsFor(useFieldNames());
  const list = useList(
    rows?.map((row): Task => ({ ...row, status: taskStatuses[taskStatus(row)].words, calm: !needsLook(row) })),
    { sort: 'calm', searchIn: ['name', 'customer', 'site', 'alarm', 'lastResult'], from },
  );
  return (
    <ListPage title="Customers" noun="task" list={list} filters={tabs}>
      <DataTable
        list={list}
        label="Tasks"
        columns={taskColumns}
        rowKey={({ customerId, id }) => `${customerId}/${id}`}
        nameOf={({ name }) => name}
      />
      <More shown={rows?.length ?? 0} total={total} />
    </ListPage>
  );
}

const deviceCol = columnsOf<UnsentDevice>();
const deviceColumns = [
  deviceCol('label', 'Device', {
    cell: (row) => (
      <InCustomer of={row} to={pathTo('/devices')}>
        {row.label}
      </InCustomer>
    ),
  }),
  deviceCol('userName', 'User'),
  deviceCol('customer', 'Customer'),
  deviceCol('unsent', 'Unsent changes', { align: 'end', sum: true }),
  deviceCol('oldestUnsentAt', 'Oldest unsent', { cell: ({ oldestUnsentAt }) => <Ago at={oldestUnsentAt} /> }),
  deviceCol('seenAt', 'Last contact', { cell: ({ seenAt }) => <Ago at={seenAt} /> }),
];

/** Devices of every customer with changes that the service does not have yet. */
export function UnsentDevices({ rows, total, from, tabs }: Props<UnsentDevice>) {
  const list = useList(rows, { sort: 'oldestUnsentAt', searchIn: ['label', 'userName', 'customer'], from });
  const firstUse = (
    <EmptyState kind="done" title="All work is sent">
      <p>A device appears here when it reports changes that it could not send yet.</p>
    </EmptyState>
  );
  return (
    <ListPage title="Customers" noun="device" list={list} filters={tabs} firstUse={firstUse}>
      <DataTable
        list={list}
        label="Devices"
        columns={deviceColumns}
        rowKey={({ clientId }) => clientId}
        nameOf={({ label }) => label}
      />
      <More shown={rows?.length ?? 0} total={total} />
    </ListPage>
  );
}
