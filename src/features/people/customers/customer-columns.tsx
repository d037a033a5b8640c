import { Link } from 'react-router-dom';
import type { CustomerRow } from '#contract/people/customer-list.ts';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { InCustomer } from '../customer-board/in-customer.tsx';
import { statusLabels } from './customer.ts';
import './customers.css';

const col = columnsOf<CustomerRow>();

/** Columns of the provider's list of customers. */
export const customerColumns = [
  col('name', 'Customer', {
    width: 240,
    cell: (row) => <Name row={row} />,
  }),
  col('status', 'Status', {
    cell: (row) => <Status row={row} />,
    text: ({ status, deletedAt }) => (deletedAt === null ? statusLabels[status].words : 'Deleted'),
  }),
  col('since', 'Since', { cell: ({ since }) => <Day day={since} /> }),
  col('plan', 'Plan'),
  col('connectionsUsed', 'Connections', {
    align: 'end',
    cell: ({ connectionsUsed, connections }) => <Used used={connectionsUsed} of={connections} />,
  }),
  col('connections', 'Connections included', { align: 'end', hidden: true }),
  col('usersUsed', 'Users', { align: 'end', cell: ({ usersUsed, userLimit }) => <Used used={usersUsed} of={userLimit} /> }),
  col('userLimit', 'Users allowed', { align: 'end', hidden: true }),
  col('targets', 'Targets', { width: 180 }),
  col('openJobs', 'Open jobs', { align: 'end', sum: true, cell: (row) => <OpenJobs row={row} /> }),
  col('accountManager', 'Account manager'),
  col('parentName', 'Parent', { hidden: true }),
  col('children', 'Children', { align: 'end', hidden: true }),
  col('isPastDue', 'Past due', {
    cell: ({ isPastDue }) => (isPastDue ? <StateBadge tone="bad">Past due</StateBadge> : null),
    text: ({ isPastDue }) => (isPastDue ? 'Yes' : 'No'),
  }),
  col('lastActiveAt', 'Last activity', { cell: ({ lastActiveAt }) => <Ago at={lastActiveAt} /> }),
  col('email', 'Email', { hidden: true }),
  col('disableDate', 'Disable date', { hidden: true, cell: ({ disableDate }) => <Day day={disableDate} /> }),
];

/** A calendar day in the person's format. */
const Day = ({ day }: { day: string | null }) => <span className="nowrap">{useFormat().localDate(day)}</span>;

function Name({ row }: { row: CustomerRow }) {
  const name = row.deletedAt === null ? <Link to={pathTo('/editcustomer/:id', { id: row.id })}>{row.name}</Link> : row.name;
  if (row.parentName === null) return name;
  return (
    <span className="customer-child" data-tip={`Child of ${row.parentName}`}>
      {name}
    </span>
  );
}

function Status({ row: { status, deletedAt, restorableUntil } }: { row: CustomerRow }) {
  const { words, tone, means } = statusLabels[status];
  if (deletedAt === null)
    return (
      <StateBadge tone={tone} tip={means}>
        {words}
      </StateBadge>
    );
  return (
    <span>
      <StateBadge tone="bad">Deleted</StateBadge> until <Day day={restorableUntil?.slice(0, 10) ?? null} />
    </span>
  );
}

/** What is used of what is included. More than included is marked. */
const Used = ({ used, of }: { used: number; of: number }) => (
  <span className={used > of ? 'nowrap customer-over' : 'nowrap'} {...(used > of && { 'data-tip': 'More than included' })}>
    {used.toLocaleString('en-US')} of {of.toLocaleString('en-US')}
  </span>
);

const OpenJobs = ({ row: { id, name, openJobs, deletedAt } }: { row: CustomerRow }) =>
  openJobs === 0 || deletedAt !== null ? (
    <span className="muted">—</span>
  ) : (
    <InCustomer of={{ customerId: id, customer: name }} to={pathTo('/staging/:pg?/:all?', {}, { view: 'all', q: 'is:open' })}>
      {openJobs.toLocaleString('en-US')}
    </InCustomer>
  );
