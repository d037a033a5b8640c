import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { AddTicket, newTicket } from '../desk/add-ticket.tsx';
import { levelNames, statusNames, type TicketLine, ticketPath, withJiraStatus } from './ticket.ts';
import { useCustomerTickets } from './use-ticket-lists.ts';
import './ticket-page.css';

const col = columnsOf<TicketLine>();
const columns = [
  col('number', 'ID'),
  col('createdAt', 'Created', { cell: ({ createdAt }) => <Ago at={createdAt} /> }),
  col('subject', 'Subject', {
    cell: ({ subject, isNew }) => (
      <span className="ticket-subject">
        {subject} {isNew && <StateBadge tone="info">New answer</StateBadge>}
      </span>
    ),
    text: ({ subject }) => subject,
  }),
  col('text', 'Description'),
  col('author', 'From', { cell: ({ author }) => <span className="nowrap">{author}</span> }),
  col('level', 'Support level', { text: ({ level }) => levelNames[level], cell: ({ level }) => levelNames[level], hidden: true }),
  col('status', 'Status', {
    cell: ({ status, mergedInto = null }) => (
      <StateBadge tone={status === 'open' ? 'good' : 'neutral'}>
        {mergedInto === null ? statusNames[status] : 'Merged'}
      </StateBadge>
    ),
    text: ({ status }) => statusNames[status],
  }),
  col('jira', 'Jira status', { hidden: true }),
  col('changedAt', 'Updated', { cell: ({ changedAt }) => <Ago at={changedAt} /> }),
];

/** The tickets of the customer on the screen, from this device. `tabs` are those of administrators. */
export function TicketList({ tabs }: { tabs: ReactNode }) {
  const [params] = useSearchParams();
  const { administrator, customer } = useSession();
  const list = useCustomerTickets();
  const add = useEditor(AddTicket, {});
  // The provider's people do not ask support: they add what a customer reports.
  const ask = administrator ? (
    add.add('Add ticket', { ...newTicket, customer: String(customer.id) })
  ) : (
    <Button component={Link} to={pathTo('/support')}>
      Ask support
    </Button>
  );
  return (
    <ListPage
      title="Tickets"
      noun="ticket"
      list={list}
      dialogs={add.dialog}
      actions={
        <>
          <ExportButton title="Tickets" list={list} columns={columns} />
          {ask}
        </>
      }
      filters={
        <>
          {tabs}
          <ListFilter list={list} name="status" label="Status" choices={statusChoices} />
          <ListFilter list={list} name="answers" label="Answer" choices={[{ value: 'new', label: 'New answer' }]} />
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No tickets yet">
          <p>A ticket is a question to Jobdock support, with files and the answers to it.</p>
          {ask}
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Tickets"
        columns={withJiraStatus(
          columns,
          list.rows.some(({ jira }) => jira),
        )}
        rowKey={({ id, ref }) => ref ?? id}
        nameOf={({ subject }) => subject}
        openPath={({ id }) => ticketPath(id, { list: 'one', params })}
      />
    </ListPage>
  );
}

const statusChoices = Object.entries(statusNames).map(([value, label]) => ({ value, label }));
