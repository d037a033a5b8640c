import type { ReactNode } from 'react';
import { changeLink, type LinkedPerson, linkStatus, listLinks } from '#contract/people/links.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { type From, useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { DecideForm } from './decide-form.tsx';
import { keyOf, type LinkRow, rowOf, toneOf } from './link.ts';
import { RejectForm } from './reject-form.tsx';

const col = columnsOf<LinkRow>();
const person = [col('name', 'Person'), col('email', 'Email'), col('customerName', 'Works for')];
const requestColumns = [
  ...person,
  col('state', 'Status', { cell: (row) => <StateBadge tone={toneOf(row)}>{row.state}</StateBadge> }),
  col('askedAt', 'Asked', { cell: ({ askedAt }) => <Ago at={askedAt} /> }),
  col('reason', 'Reason'),
];
const hereColumns = [
  ...person,
  col('can', 'Can', { cell: ({ can }) => can || <span className="muted">Nothing</span> }),
  col('decidedAt', 'Since', { cell: ({ decidedAt }) => <Ago at={decidedAt} /> }),
  col('decidedBy', 'Approved by'),
];

/** What the lists of links share. */
export type LinkListProps = {
  links: readonly LinkedPerson[] | undefined;
  from: From;
  filters: ReactNode;
  actions: ReactNode;
  dialog: ReactNode;
};

/** People of other customers: those who ask to work here (`open`), or those who do. */
export function LinksHere({ links, open, from, filters, actions, dialog }: LinkListProps & { open: boolean }) {
  const list = useList(links?.map(rowOf), { sort: 'name', searchIn: ['name', 'email', 'customerName'], from });
  const deciding = useEditor(DecideForm, {});
  const rejecting = useEditor(RejectForm, {});
  const end = useDo(changeLink, {
    args: (row: LinkRow) => ({ ...keyOf(row), status: linkStatus.none }),
    said: (_, { name }) => ({ title: `${name} no longer works here` }),
    failed: 'The access was not ended',
    refreshes: [listLinks],
  });
  const empty = open ? 'No one asks to work here' : 'No one of another customer works here';
  return (
    <ListPage
      title="Linked people"
      noun={open ? 'request' : 'person'}
      plural={open ? 'requests' : 'people'}
      list={list}
      filters={filters}
      actions={actions}
      dialogs={
        <>
          {dialog}
          {deciding.dialog}
          {rejecting.dialog}
        </>
      }
      firstUse={
        <EmptyState kind="done" title={empty}>
          <p>A person of another customer asks for access under Linked people. You get a notice and an email, and decide here.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label={open ? 'Requests' : 'People of other customers'}
        columns={open ? requestColumns : hereColumns}
        rowKey={({ key }) => key}
        nameOf={({ name }) => name}
        actions={[
          deciding.action(open ? 'Approve…' : 'Change rights…', { online: true }),
          rejecting.action('Reject…', { online: true, danger: true, when: ({ status }) => status === linkStatus.asked }),
          { label: 'End access…', run: end, online: true, danger: true, when: !open, confirm: ending },
        ]}
      />
    </ListPage>
  );
}

const ending = ({ name, linkedCustomerName }: LinkRow) =>
  ({
    title: `End the access of ${name}?`,
    body: `${name} can no longer open ${linkedCustomerName}, and its data is removed from their devices. They can ask again.`,
    choices: { go: { words: 'End access', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
