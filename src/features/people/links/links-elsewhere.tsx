import { changeLink, linkStatus, listLinks } from '#contract/people/links.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { keyOf, type LinkRow, rowOf, toneOf } from './link.ts';
import type { LinkListProps } from './links-here.tsx';

const col = columnsOf<LinkRow>();
const columns = [
  col('name', 'Person'),
  col('linkedCustomerName', 'Customer'),
  col('state', 'Status', { cell: (row) => <StateBadge tone={toneOf(row)}>{row.state}</StateBadge> }),
  col('askedAt', 'Asked', { cell: ({ askedAt }) => <Ago at={askedAt} /> }),
  col('decidedAt', 'Decided', { cell: ({ decidedAt }) => <Ago at={decidedAt} /> }),
  col('reason', 'Reason'),
];

/** Where this customer's people work besides, or asked to. Without the right to see users, only where the user themself does. */
export function LinksElsewhere({ links, from, filters, actions, dialog }: LinkListProps) {
  const { role, customer, may } = useSession();
  const { reload } = useSessionActions();
  const list = useList(links?.map(rowOf), { sort: 'name', searchIn: ['name', 'linkedCustomerName'], from });
  const ends = ({ userId }: LinkRow) => may('users.write') || (userId === role.userId && customer.id === role.customerId);
  const shared = { failed: 'The link was not changed', refreshes: [listLinks] };
  const end = useDo(changeLink, {
    args: (row: LinkRow) => ({ ...keyOf(row), status: linkStatus.none }),
    said: (_, { linkedCustomerName }) => ({ title: `The link with ${linkedCustomerName} has ended` }),
    ...shared,
  });
  const askAgain = useDo(changeLink, {
    args: (row: LinkRow) => ({ ...keyOf(row), status: linkStatus.asked }),
    said: ({ message }) => ({ title: 'Asked again', detail: message }),
    ...shared,
  });
  const endAndReload = async (row: LinkRow) => {
    if ((await end(row)) && row.userId === role.userId) await reload();
  };
  return (
    <ListPage
      title="Linked people"
      noun="link"
      list={list}
      filters={filters}
      actions={actions}
      dialogs={dialog}
      firstUse={
        <EmptyState kind="first-use" title="No one works at another customer">
          <p>To work in the data of another customer, ask for access. People there decide.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Links with other customers"
        columns={columns}
        rowKey={({ key }) => key}
        nameOf={({ name, linkedCustomerName }) => `${name} at ${linkedCustomerName}`}
        actions={[
          { label: 'Ask again', run: askAgain, online: true, when: (row) => row.status === linkStatus.rejected && ends(row) },
          {
            label: ({ status }) => (status === linkStatus.asked ? 'Withdraw request…' : 'End link…'),
            run: endAndReload,
            online: true,
            danger: true,
            when: (row) => row.status !== linkStatus.rejected && ends(row),
            confirm: ending,
          },
        ]}
      />
    </ListPage>
  );
}

const ending = ({ name, linkedCustomerName, status }: LinkRow) =>
  status === linkStatus.asked
    ? ({
        title: 'Withdraw the request?',
        body: `The people of ${linkedCustomerName} no longer see it.`,
        choices: { go: { words: 'Withdraw request', tone: 'danger' }, stay: { words: 'Cancel' } },
        safe: 'stay',
      } as const)
    : ({
        title: `End the link with ${linkedCustomerName}?`,
        body: `${name} can no longer open ${linkedCustomerName}, and its data is removed from their devices. They can ask again.`,
        choices: { go: { words: 'End link', tone: 'danger' }, stay: { words: 'Cancel' } },
        safe: 'stay',
      } as const);
