import type { ReactNode } from 'react';
import { listTickets, type Ticket } from '#contract/support/tickets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { levelNames } from './ticket.ts';

type Line = Ticket & { readonly customer: string; readonly level: string };

const col = columnsOf<Line>();
const columns = [
  col('id', 'ID'),
  col('customer', 'Customer'),
  col('created', 'Created', { cell: ({ created }) => <Ago at={created} /> }),
  col('subject', 'Subject'),
  col('description', 'Description'),
  col('level', 'Support level'),
  col('contact', 'Customer contact'),
  col('status', 'Status', {
    cell: ({ status }) => <StateBadge tone={status === 'Open' ? 'good' : 'neutral'}>{status}</StateBadge>,
  }),
  col('jiraStatus', 'Jira status', { hidden: true }),
  col('changed', 'Updated', { cell: ({ changed }) => <Ago at={changed} /> }),
];

/** The tickets of all customers, for administrators. They are not kept on the device. */
export function AllTickets({ tabs }: { tabs: ReactNode }) {
  const { customers } = useSession();
  const answer = useReply(listTickets, { cust: -1 });
  const nameOf = (id: number) => customers.find((customer) => customer.id === id)?.name ?? String(id);
  const rows = answer.reply?.map(
    (ticket): Line => ({
      ...ticket,
      customer: nameOf(ticket.customerId),
      level: levelNames[ticket.type === 1 ? 'helpDesk' : 'support'],
    }),
  );
  const list = usePagedList(rows, {
    from: answer,
    sort: 'changed',
    descending: true,
    searchIn: ['customer', 'subject', 'description', 'contact'],
    filters: {
      status: ({ status }, value) => status.toLowerCase() === value,
      level: ({ type }, value) => String(type) === value,
    },
    sizes: pagerSizes,
  });
  return (
    <ListPage
      title="Tickets"
      noun="ticket"
      list={list}
      isKept={false}
      actions={<ExportButton title="Tickets of all customers" list={list} columns={columns} />}
      filters={
        <>
          {tabs}
          <ListFilter list={list} name="status" label="Status" choices={statuses} />
          <ListFilter list={list} name="level" label="Support level" choices={levels} />
        </>
      }
      below={answer.reply && <CutNote of={{ rows: answer.reply, total: answer.reply[0]?.total ?? 0 }} noun="ticket" />}
    >
      <DataTable
        list={list}
        label="Tickets of all customers"
        columns={columns}
        rowKey={({ customerId, id }) => `${customerId}/${id}`}
        nameOf={({ subject }) => subject}
        openPath={({ id, customerId }) => pathTo('/jira/:id', { id }, { customer: String(customerId) })}
      />
    </ListPage>
  );
}

const statuses = ['Open', 'Closed'].map((label) => ({ value: label.toLowerCase(), label }));
const levels = [
  { value: '1', label: levelNames.helpDesk },
  { value: '2', label: levelNames.support },
];
