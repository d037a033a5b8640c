import { type LinkedPerson, linkStatus, listLinks } from '#contract/people/links.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { InCustomer } from '../customer-board/in-customer.tsx';
import { type LinkRow, rowOf, toneOf } from '../links/link.ts';

/** A link with the customer whose page this is, and the tab of Linked people that shows it there. */
type Line = LinkRow & { readonly page: { readonly customerId: number; readonly customer: string }; readonly tab: string };

const col = columnsOf<Line>();
const columns = [
  col('name', 'Person', {
    cell: ({ name, page, tab }) => (
      <InCustomer of={page} to={pathTo('/linked', {}, { tab })}>
        {name}
      </InCustomer>
    ),
  }),
  col('email', 'Email'),
  col('customerName', 'Belongs to'),
  col('linkedCustomerName', 'Works at'),
  col('state', 'Status', { cell: (row) => <StateBadge tone={toneOf(row)}>{row.state}</StateBadge> }),
  col('askedAt', 'Asked', { cell: ({ askedAt }) => <Ago at={askedAt} /> }),
  col('decidedBy', 'Decided by'),
];

const tabHere = ({ status }: LinkedPerson): string => (status === linkStatus.approved ? 'here' : 'requests');

/**
 * The linked accounts of a customer: people of others who work here or ask to, and its own people who work elsewhere. Each leads to
 * Linked people in the customer's data, where they are decided.
 */
export function CustomerLinks({ id, name }: { id: number; name: string }) {
  const answer = useReply(listLinks, { cust: id });
  const page = { customerId: id, customer: name };
  const lines = answer.reply && [
    ...answer.reply.linkedAccounts.map((link): Line => ({ ...rowOf(link), page, tab: tabHere(link) })),
    ...answer.reply.linkedCustomers.map((link): Line => ({ ...rowOf(link), page, tab: 'elsewhere' })),
  ];
  const list = useList(lines ?? undefined, {
    sort: 'name',
    searchIn: ['name', 'email', 'customerName', 'linkedCustomerName'],
    from: answer,
  });
  return (
    <ListBody
      list={list}
      noun="linked account"
      firstUse={
        <EmptyState kind="first-use" title="No linked accounts">
          <p>
            No one of another customer works here, and no one of this customer works elsewhere. People ask under Linked people.
          </p>
        </EmptyState>
      }
    >
      <DataTable list={list} label="Linked accounts of the customer" columns={columns} rowKey={({ key }) => key} />
    </ListBody>
  );
}
