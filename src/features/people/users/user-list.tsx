import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { rightLabels } from '#contract/kit/right-labels.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { enabledRights } from '#contract/people/contact-fields.ts';
import { listContacts } from '#contract/people/contacts.ts';
import { listUsers } from '#contract/people/user-names.ts';
import { stateWords } from '#src/entities/person/person-states.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { usePathCustomer } from '#src/entities/session/use-path-customer.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago, useNow } from '#src/ui/format/use-format.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { type List, usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { InviteList } from '../invitations/invite-list.tsx';
import { besideNames, invitationWords, linesOf, type PersonLine } from './person.ts';
import { SeveralBar } from './several-bar.tsx';
import { usePersonActions } from './use-person-actions.tsx';
import './users.css';

const col = columnsOf<PersonLine>();
const columns = [
  col('name', 'Name', { width: 180 }),
  col('email', 'Email'),
  col('phone', 'Phone', { hidden: true }),
  col('role', 'Role', { cell: (line) => <Role line={line} />, text: ({ role, beside }) => [role, beside].join(' ').trim() }),
  col('state', 'Access', { cell: (line) => <State line={line} />, text: ({ state }) => stateWords[state].words }),
  col('lastActiveAt', 'Last active', { cell: ({ lastActiveAt }) => <Ago at={lastActiveAt} /> }),
  col('openSessions', 'Sessions', { align: 'end' }),
  col('linked', 'Linked customers'),
  col('alerts', 'Notices'),
];

/** `/users`: the people of a customer, what each may do and whether they can work. */
export function UserList() {
  const { may } = useSession();
  const { list, lines, online } = useUsers();
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const { actions, dialogs } = usePersonActions();
  const edits = may('users.write');
  return (
    <ListPage
      title="Users"
      noun="user"
      list={list}
      actions={
        <>
          {online.reply && <Licenses {...online.reply} />}
          <ExportButton title="Users" list={list} columns={columns} />
          {edits && <InviteList />}
          {edits && (
            <Button component={Link} to={pathTo('/users/edit/:id', { id: 0 })}>
              Add user
            </Button>
          )}
        </>
      }
      filters={<Filters list={list} lines={lines ?? []} isOnline={online.reply !== null} />}
      dialogs={dialogs}
    >
      <DataTable
        list={list}
        label="Users"
        columns={columns}
        rowKey={({ id }) => id}
        openPath={({ id }) => pathTo('/users/edit/:id', { id })}
        actions={actions}
        {...(edits && { selection: { selected: chosen, onSelected: setChosen } })}
      />
      {online.reply && online.reply.total > online.reply.users.length && (
        <p className="muted">
          The first {online.reply.users.length} of {online.reply.total} users, by name.
        </p>
      )}
      {edits && (
        <SeveralBar
          people={(lines ?? []).filter(({ id }) => chosen.has(id))}
          shown={list.rows}
          onClear={() => setChosen(new Set())}
        />
      )}
    </ListPage>
  );
}

/** The people of the customer: those of the service, or those that the device knows, with their age. */
function useUsers() {
  const { customer } = useSession();
  const shown = usePathCustomer(useParams()['c']);
  const known = useReply(listUsers, { cust: customer.id }, { wanted: shown });
  const online = useReply(listContacts, { cust: customer.id }, { wanted: shown });
  const lines = useMemo(() => linesOf(known.reply, online.reply?.users ?? null), [known.reply, online.reply]);
  const list = usePagedList(lines, {
    // What is missing without a connection is the newest: the age is that of the names on the device.
    from: online.reply ? { problem: null, at: null } : { problem: online.problem, at: known.at, refresh: online.refresh },
    sort: 'name',
    searchIn: ['name', 'email', 'phone', 'role', 'linked'],
    filters: {
      role: (line, role) => line.role === role,
      state: (line, state) => line.state === state,
      right: ({ online: contact }, right) => contact !== null && hasRight(contact, Number(right)),
    },
    sizes: pagerSizes,
  });
  return { list, lines, online };
}

const hasRight = (contact: NonNullable<PersonLine['online']>, right: number): boolean =>
  contact.administrator || contact.authorisesEverything || enabledRights(contact.rights).includes(right);

function Licenses({
  userLicensesLimit: limit,
  userLicensesRemaining: left,
}: {
  userLicensesLimit: number | null;
  userLicensesRemaining: number | null;
}) {
  if (limit === null || left === null) return null;
  return (
    <span className={left === 0 ? 'licenses is-used-up' : 'licenses muted'}>
      {limit - left} of {limit} licenses used, {left} left
    </span>
  );
}

type FiltersProps = { list: List<PersonLine>; lines: readonly PersonLine[]; isOnline: boolean };

function Filters({ list, lines, isOnline }: FiltersProps) {
  const roles = [...new Set(lines.map(({ role }) => role))].sort();
  const states = Object.entries(stateWords).map(([value, { words }]) => ({ value, label: words }));
  const rights = Object.entries(rightLabels).map(([name, label]) => ({
    value: String(rightIds[name as keyof typeof rightIds]),
    label,
  }));
  return (
    <>
      <ListFilter list={list} name="role" label="Role" choices={roles.map((value) => ({ value, label: value }))} />
      <ListFilter list={list} name="state" label="Access" choices={states} />
      {isOnline && <ListFilter list={list} name="right" label="Right" choices={rights} />}
    </>
  );
}

/** The role, and the rights beside it: "+2 −1". */
function Role({ line: { role, beside, online } }: { line: PersonLine }) {
  return (
    <span>
      {role}{' '}
      {online && beside !== '' && (
        <span className="beside-role" data-tip={besideNames(online)}>
          {beside}
        </span>
      )}
    </span>
  );
}

function State({ line: { state, online } }: { line: PersonLine }) {
  const now = useNow();
  const waits = online && invitationWords(online, now);
  const { words, tone } = stateWords[state];
  return (
    <span className="person-state">
      <StateBadge tone={tone}>{words}</StateBadge>
      {waits !== null && waits !== 'Invitation sent' && <small className="muted">{waits}</small>}
    </span>
  );
}
