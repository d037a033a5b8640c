import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { removeCustomer, restoreCustomer } from '#contract/people/account.ts';
import {
  type CustomerRow,
  countCustomers,
  customerSorts,
  customerStates,
  listAllCustomers,
} from '#contract/people/customer-list.ts';
import { listCustomers } from '#contract/people/customers.ts';
import { unreadList } from '#src/entities/reply/failed-save.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useServerList } from '#src/entities/reply/use-server-list.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { customerColumns } from './customer-columns.tsx';

const pageSizes = [50, 100, 500];
const stateNames: Record<(typeof customerStates)[number], string> = {
  current: 'Current',
  inactive: 'Inactive',
  deleted: 'Deleted',
  all: 'Current and inactive',
};
const states = customerStates.map((value) => ({ value, label: stateNames[value] }));
const stateIn = (value: string) => customerStates.find((state) => state === value) ?? 'current';

/** `/customers`: every customer of the provider, children below their parent. */
export function CustomerList() {
  const list = useServerList(listAllCustomers, {
    sizes: pageSizes,
    sorts: customerSorts,
    filters: ['target', 'manager', 'state'],
    args: ({ search, sort, page, size, filter }) => ({
      all: '1' as const,
      customer: search,
      target: filter('target'),
      manager: filter('manager'),
      state: stateIn(filter('state')),
      tree: 1,
      sort,
      page,
      pageSize: size,
    }),
    rows: ({ rows, total }) => ({ rows, found: total }),
  });
  const { edit, remove, restore } = useCustomerActions();
  return (
    <ListPage
      title="All customers"
      noun="customer"
      list={{ ...list, problem: unreadList(messages.customersNotRead, list.problem) }}
      filters={<Filters list={list} />}
      actions={
        <>
          <Counts />
          <ExportButton title="Customers" list={list} columns={customerColumns} />
          <Button component={Link} to={pathTo('/editcustomer/:id', { id: 0 })}>
            Add customer
          </Button>
        </>
      }
      firstUse={<NoCustomers />}
    >
      <DataTable
        list={list}
        label="Customers"
        columns={customerColumns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        actions={[
          edit,
          { label: 'Restore', run: restore, when: ({ deletedAt }) => deletedAt !== null, online: true },
          {
            label: 'Delete…',
            run: remove,
            when: ({ deletedAt }) => deletedAt === null,
            online: true,
            danger: true,
            confirm: removal,
          },
        ]}
      />
    </ListPage>
  );
}

const NoCustomers = () => (
  <EmptyState kind="first-use" title="No customers here">
    <p>A customer appears here as soon as it is added. Choose Inactive or Deleted in the filters to see the others.</p>
  </EmptyState>
);

/** What is done to a customer in the list. */
function useCustomerActions() {
  const navigate = useNavigate();
  const refreshes = [listAllCustomers, countCustomers, listCustomers];
  const remove = useDo(removeCustomer, {
    args: ({ id, name }: CustomerRow) => ({ cust: id, name }),
    said: (_reply, { name }) => ({
      title: `${name} deleted`,
      detail: 'It can be restored for 30 days: choose Deleted in the list.',
    }),
    failed: 'Customer not deleted',
    refreshes,
  });
  const restore = useDo(restoreCustomer, {
    args: ({ id }: CustomerRow) => ({ id }),
    said: (_reply, { name }) => ({ title: `${name} restored` }),
    failed: 'Customer not restored',
    refreshes,
  });
  const edit = {
    label: 'Edit',
    run: ({ id }: CustomerRow) => navigate(pathTo('/editcustomer/:id', { id })),
    when: ({ deletedAt }: CustomerRow) => deletedAt === null,
  };
  return { edit, remove, restore };
}

const removal = ({ name, usersUsed, children }: CustomerRow) =>
  ({
    title: `Delete ${name}?`,
    body: (
      <>
        <p>
          {counted(usersUsed, 'person', 'people')} can no longer sign in. Collection, posts, runs and mail stop at once. Devices
          can export their unsent work for 30 days.
        </p>
        {children > 0 && <p>It has {counted(children, 'child', 'children')}: active ones must be moved or deleted first.</p>}
        <p>You can restore it for 30 days.</p>
      </>
    ),
    choices: { go: { words: 'Delete customer', tone: 'danger', typed: name }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

/** Numbers of the whole installation. */
function Counts() {
  const { reply } = useReply(countCustomers, {});
  if (!reply) return null;
  return (
    <span className="muted">
      {counted(reply.inactive, 'inactive customer')}, {counted(reply.jobs, 'job')} in all
    </span>
  );
}

/** The filters beside the search for a name. */
const Filters = ({ list }: { list: Filtered }) => (
  <>
    <TextFilter list={list} name="target" label="Target" />
    <TextFilter list={list} name="manager" label="Account manager" />
    <ListFilter list={currentFirst(list)} name="state" label="Status" choices={states} />
  </>
);

/** Without a choice, the current ones are listed. */
const currentFirst = ({ filter, setFilter }: Filtered): Filtered => ({
  filter: (name) => filter(name) || 'current',
  setFilter: (name, value) => setFilter(name, value === 'current' ? '' : value),
});

type Filtered = { filter: (name: string) => string; setFilter: (name: string, value: string) => void };
type FilterProps = {
  list: Filtered;
  name: string;
  label: string;
};

/** A filter by text. An asterisk at either end matches anything. */
const TextFilter = ({ list, name, label }: FilterProps) => (
  <TextInput
    type="search"
    size="xs"
    className="list-filter"
    aria-label={label}
    placeholder={label}
    data-tip="An * at the start or end matches anything"
    value={list.filter(name)}
    onChange={(event) => list.setFilter(name, event.currentTarget.value)}
  />
);
