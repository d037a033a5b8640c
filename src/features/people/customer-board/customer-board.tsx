import { Link } from 'react-router-dom';
import { type BoardRow, readBoard } from '#contract/people/customer-board.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { Ago, useNow } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { needOf } from './need.ts';

/** Every customer, as the service names it. */
const everyCustomer = -1;

type Row = BoardRow & { readonly need: number };

const jobsAt = (query: string): string => pathTo('/staging/:pg?/:all?', {}, { view: 'all', q: query });

const col = columnsOf<Row>();
const columns = [
  col('name', 'Customer', { cell: (row) => <At of={row} to={pathTo('/dashboard')} text={row.name} /> }),
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
  col('unsentDevices', 'Devices with unsent work', {
    align: 'end',
    sum: true,
    cell: (row) => <Number of={row} value={row.unsentDevices} to={pathTo('/devices')} />,
  }),
  col('oldestUnsentAt', 'Oldest unsent', { cell: ({ oldestUnsentAt }) => <Ago at={oldestUnsentAt} /> }),
];

/** Where an administrator of the provider starts: every customer, those that need somebody first. */
export function CustomerBoard() {
  const nowMs = useNow();
  const { role } = useSession();
  const answer = useReply(readBoard, { cust: everyCustomer });
  // The provider's own company collects nothing.
  const rows = answer.reply?.filter(({ customerId }) => customerId !== role.customerId);
  const list = useList(
    rows?.map((row): Row => ({ ...row, need: needOf(row, nowMs) })),
    {
      sort: 'need',
      descending: true,
      searchIn: ['name'],
      from: answer,
    },
  );
  return (
    <ListPage
      title="Customers"
      noun="customer"
      list={list}
      firstUse={
        <EmptyState kind="first-use" title="No customers yet">
          <p>A customer appears here as soon as it is created.</p>
        </EmptyState>
      }
    >
      <DataTable list={list} label="Customers" columns={columns} rowKey={(row) => row.customerId} nameOf={({ name }) => name} />
    </ListPage>
  );
}

/** Leads to a screen of the customer, in that customer's data. */
function At({ of: { customerId, name }, to, text }: { of: Row; to: string; text: string }) {
  const { showCustomer } = useSessionActions();
  return (
    <Link to={to} onClick={() => showCustomer(customerId, name)}>
      {text}
    </Link>
  );
}

/** A number with the rows behind it. Zero is calm: nothing waits. */
const Number = ({ of, value, to }: { of: Row; value: number; to: string }) =>
  value === 0 ? <span className="muted">—</span> : <At of={of} to={to} text={value.toLocaleString('en-US')} />;
