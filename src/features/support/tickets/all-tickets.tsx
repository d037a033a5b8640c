import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { AddTicket, newTicket } from '../desk/add-ticket.tsx';
import { levelNames, ticketPath, withJiraStatus } from './ticket.ts';
import { type AllTicketsLine, useAllTickets } from './use-ticket-lists.ts';
import './ticket-page.css';

const col = columnsOf<AllTicketsLine>();
const columns = [
  col('id', 'ID'),
  col('customer', 'Customer'),
  col('created', 'Created', { cell: ({ created }) => <Ago at={created} /> }),
  col('subject', 'Subject'),
  col('description', 'Description'),
  col('level', 'Support level'),
  col('contact', 'Customer contact'),
  col('status', 'Status', {
    cell: ({ status, mergedInto, waits: isWaiting }) => (
      <span className="ticket-subject">
        <StateBadge tone={status === 'Open' ? 'good' : 'neutral'}>{mergedInto === null ? status : 'Merged'}</StateBadge>
        {isWaiting && <StateBadge tone="info">Waits for support</StateBadge>}
      </span>
    ),
    text: ({ status }) => status,
  }),
  col('jiraStatus', 'Jira status', { hidden: true }),
  col('changed', 'Updated', { cell: ({ changed }) => <Ago at={changed} /> }),
];

/** The tickets of all customers, for administrators. They are not kept on the device. */
export function AllTickets({ tabs }: { tabs: ReactNode }) {
  const [params] = useSearchParams();
  const { list, reply } = useAllTickets();
  const add = useEditor(AddTicket, {});
  return (
    <ListPage
      title="Tickets"
      noun="ticket"
      list={list}
      isKept={false}
      dialogs={add.dialog}
      actions={
        <>
          <ExportButton title="Tickets of all customers" list={list} columns={columns} />
          {add.add('Add ticket', newTicket)}
        </>
      }
      filters={
        <>
          {tabs}
          <ListFilter list={list} name="status" label="Status" choices={statuses} />
          <ListFilter list={list} name="waits" label="Answer" choices={waits} />
          <ListFilter list={list} name="level" label="Support level" choices={levels} />
        </>
      }
      below={reply && <CutNote of={{ rows: reply, total: reply[0]?.total ?? 0 }} noun="ticket" />}
    >
      <DataTable
        list={list}
        label="Tickets of all customers"
        columns={withJiraStatus(
          columns,
          list.rows.some(({ jiraStatus }) => jiraStatus),
        )}
        rowKey={({ customerId, id }) => `${customerId}/${id}`}
        nameOf={({ subject }) => subject}
        openPath={({ id, customerId }) => ticketPath(id, { customerId, list: 'all', params })}
      />
    </ListPage>
  );
}

const waits = [{ value: 'yes', label: 'Waits for support' }];
const statuses = ['Open', 'Closed'].map((label) => ({ value: label.toLowerCase(), label }));
const levels = [
  { value: '1', label: levelNames.helpDesk },
  { value: '2', label: levelNames.support },
];
