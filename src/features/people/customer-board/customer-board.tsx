import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { listPastDue } from '#contract/billing/ledger.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { type BoardRow, readBoard } from '#contract/people/customer-board.ts';
import { readCustomerWork } from '#contract/people/customer-work.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago, useFormat, useNow } from '#src/ui/format/use-format.tsx';
import { type From, useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { CustomerTasks, UnsentDevices, WaitingPosts } from './customer-lists.tsx';
import { InCustomer } from './in-customer.tsx';
import { needOf } from './need.ts';

/** Every customer, as the service names it. */
const everyCustomer = -1;

type Row = BoardRow & {
  readonly need: number;
  readonly customer: string;
  /** Of the last day with kept figures; null before there is one. */
  readonly newJobs: number | null;
  readonly closedJobs: number | null;
  readonly postedJobs: number | null;
  /** What is past due, in a sentence; blank if nothing is. Never stored on the device. */
  readonly pastDue: string;
  readonly isSuspended: boolean;
};

type PastDue = ReplyOf<typeof listPastDue>[number];

const rowOf = (one: BoardRow, nowMs: number, due: PastDue | undefined): Row => ({
  ...one,
  customer: one.name,
  need: needOf(one, nowMs),
  newJobs: one.lastDay?.newJobs ?? null,
  closedJobs: one.lastDay?.closedJobs ?? null,
  postedJobs: one.lastDay?.postedJobs ?? null,
  pastDue: due?.words ?? '',
  isSuspended: due?.isSuspended ?? false,
});

const jobsAt = (query: string): string => pathTo('/staging/:pg?/:all?', {}, { view: 'all', q: query });

const col = columnsOf<Row>();
const columns = [
  col('name', 'Customer', {
    cell: (row) => (
      <InCustomer of={row} to={pathTo('/dashboard')}>
        <span className="nowrap">{row.name}</span>
      </InCustomer>
    ),
  }),
  col('pastDue', 'Past due', { cell: (row) => <PastDueCell row={row} /> }),
  col('lastCollectedAt', 'Last collection', { cell: ({ lastCollectedAt }) => <Ago at={lastCollectedAt} /> }),
  col('failedPosts', 'Failed posts', {
    align: 'end',
    sum: true,
    cell: (row) => <Number of={row} value={row.failedPosts} to={jobsAt('is:refused')} />,
  }),
  col('undecidedPosts', 'To decide', {
    align: 'end',
    sum: true,
    cell: (row) => <Number of={row} value={row.undecidedPosts} to={jobsAt('is:refused')} />,
  }),
  col('alarms', 'Task alarms', {
    align: 'end',
    sum: true,
    cell: (row) => <Number of={row} value={row.alarms} to={pathTo('/tasks/:c?')} />,
  }),
  col('unmappedJobs', 'Unmapped jobs', {
    align: 'end',
    sum: true,
    cell: (row) => <Number of={row} value={row.unmappedJobs} to={jobsAt('is:open is:unmapped')} />,
  }),
  col('openJobs', 'Open jobs', {
    align: 'end',
    sum: true,
    cell: (row) => <Number of={row} value={row.openJobs} to={jobsAt('is:open')} />,
  }),
  col('newJobs', 'New, last day', { align: 'end', sum: true, cell: (row) => <OfDay of={row} value={row.newJobs} /> }),
  col('closedJobs', 'Closed, last day', { align: 'end', sum: true, cell: (row) => <OfDay of={row} value={row.closedJobs} /> }),
  col('postedJobs', 'Posted, last day', { align: 'end', sum: true, cell: (row) => <OfDay of={row} value={row.postedJobs} /> }),
  col('unsentDevices', 'Devices with unsent work', {
    align: 'end',
    sum: true,
    cell: (row) => <Number of={row} value={row.unsentDevices} to={pathTo('/devices')} />,
  }),
  col('oldestUnsentAt', 'Oldest unsent', { cell: ({ oldestUnsentAt }) => <Ago at={oldestUnsentAt} /> }),
];

const tabs = [
  ['customers', 'Customers'],
  ['posts', 'Posts'],
  ['tasks', 'Tasks'],
  ['devices', 'Unsent devices'],
] as const;

/** Where an administrator of the provider starts: every customer, and the posts, tasks and devices of all of them. */
export function CustomerBoard() {
  const { role } = useSession();
  const tab = useTab('tab', tabs);
  const board = useReply(readBoard, { cust: everyCustomer });
  const work = useReply(readCustomerWork, { cust: everyCustomer });
  // The provider's own company collects nothing.
  const customers = board.reply?.filter(({ customerId }) => customerId !== role.customerId);
  const { posts, tasks, devices } = work.reply ?? {};
  const counts = {
    customers: customers?.length ?? 0,
    posts: posts?.total ?? 0,
    tasks: tasks?.total ?? 0,
    devices: devices?.total ?? 0,
  };
  const row = <TabRow label="Lists" tabs={tabs} tab={tab} {...(board.reply && work.reply && { counts })} />;
  const of = { from: work, tabs: row };
  switch (tab[0]) {
    case 'posts':
      return <WaitingPosts rows={posts?.rows} total={counts.posts} {...of} />;
    case 'tasks':
      return <CustomerTasks rows={tasks?.rows} total={counts.tasks} {...of} />;
    case 'devices':
      return <UnsentDevices rows={devices?.rows} total={counts.devices} {...of} />;
    default:
      return <Customers rows={customers} from={board} tabs={row} />;
  }
}

/** Every customer, those that need somebody first. */
function Customers({ rows, from, tabs: row }: { rows: readonly BoardRow[] | undefined; from: From; tabs: ReactNode }) {
  const nowMs = useNow();
  const due = useReply(listPastDue, {}).reply;
  const list = useList(
    rows?.map((one) =>
      rowOf(
        one,
        nowMs,
        due?.find(({ customerId }) => customerId === one.customerId),
      ),
    ),
    { sort: 'need', descending: true, searchIn: ['name'], from },
  );
  return (
    <ListPage
      title="Customers"
      noun="customer"
      list={list}
      filters={row}
      firstUse={
        <EmptyState kind="first-use" title="No customers yet">
          <p>A customer appears here as soon as it is created.</p>
        </EmptyState>
      }
    >
      <DataTable list={list} label="Customers" columns={columns} rowKey={(one) => one.customerId} nameOf={({ name }) => name} />
    </ListPage>
  );
}

/** Whether a customer is past due or suspended, with the way to its billing. */
function PastDueCell({ row: { customerId, pastDue, isSuspended } }: { row: Row }) {
  if (pastDue === '' && !isSuspended) return <span className="muted">—</span>;
  return (
    <Link to={pathTo('/editcustomer/:id', { id: customerId }, { tab: 'billing' })} data-tip={pastDue}>
      <StateBadge tone="bad">{isSuspended ? 'Suspended' : 'Past due'}</StateBadge>
    </Link>
  );
}

/** A figure of the last day that is over. The day is its hint: customers have zones of their own. */
function OfDay({ of: { lastDay }, value }: { of: Row; value: number | null }) {
  const format = useFormat();
  if (value === null || !lastDay) return <span className="muted">—</span>;
  return <span data-tip={format.date(lastDay.day)}>{value.toLocaleString('en-US')}</span>;
}

/** A number with the rows behind it. Zero is calm: nothing waits. */
const Number = ({ of, value, to }: { of: Row; value: number; to: string }) =>
  value === 0 ? (
    <span className="muted">—</span>
  ) : (
    <InCustomer of={of} to={to}>
      {value.toLocaleString('en-US')}
    </InCustomer>
  );
