import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { RowId } from '#contract/kit/ids.ts';
import type { Contact } from '#contract/people/contact-fields.ts';
import { readContact } from '#contract/people/contacts.ts';
import { listUsers } from '#contract/people/user-names.ts';
import { stateWords } from '#src/entities/person/person-states.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { SubmissionLogins } from '#src/entities/submission/login-list.tsx';
import { RowActions } from '#src/ui/actions/row-actions.tsx';
import { useNow } from '#src/ui/format/use-format.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ActivityTab } from './activity-tab.tsx';
import { LinksTab } from './links-tab.tsx';
import { invitationWords } from './person.ts';
import { SessionsTab } from './sessions-tab.tsx';
import { usePersonActions } from './use-person-actions.tsx';
import { UserFields } from './user-fields.tsx';
import { formTabs, isFormTab, userTabs } from './user-tabs.ts';
import './users.css';

/** `/users/edit/:id`: one person. 0 adds one. */
export function UserEdit() {
  const id = Number(useParams()['id']);
  if (id === 0) return <NewUser />;
  return RowId.safeParse(id).success ? <StoredUser key={id} id={id} /> : <Gone />;
}

function NewUser() {
  const navigate = useNavigate();
  const [tab, onTab] = useTab('tab', formTabs);
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="Add a user" />
      <p className="muted">The user gets an invitation by email, which works once and for 72 hours.</p>
      <TabRow label="Parts of the user" tabs={formTabs} tab={[tab, onTab]} />
      <UserFields
        contact={null}
        tab={tab}
        onTab={onTab}
        onSaved={(id) => void navigate(pathTo('/users/edit/:id', { id }), { replace: true })}
      />
    </section>
  );
}

function StoredUser({ id }: { id: number }) {
  const { customer, may, role } = useSession();
  const { reply, failure, problem, refresh } = useReply(readContact, { cust: customer.id, id });
  const [tab, onTab] = useTab('tab', userTabs);
  // A save shows what is stored then. Another answer must not take away what somebody types.
  const [shown, setShown] = useState<{ contact: Contact; turn: number } | null>(null);
  if (reply && !shown) setShown({ contact: reply, turn: 0 });
  if (!shown)
    return failure ? (
      <NotHere id={id} isGone={failure.kind === 'not_found'} words={problem ?? ''} refresh={refresh} />
    ) : (
      <Waiting />
    );
  const { contact, turn } = shown;
  const isShown: Partial<Record<(typeof userTabs)[number][0], boolean>> = {
    activity: may('activity.read'),
    subTargetsLogins: may('submissions.use') && (may('users.write') || id === role.userId),
  };
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <Header contact={reply ?? contact} />
      <TabRow label="Parts of the user" tabs={userTabs.filter(([key]) => isShown[key] ?? true)} tab={[tab, onTab]} />
      <div hidden={!isFormTab(tab)}>
        <UserFields
          key={turn}
          contact={contact}
          tab={isFormTab(tab) ? tab : 'profile'}
          onTab={onTab}
          onSaved={(_, saved) => saved && setShown({ contact: saved, turn: turn + 1 })}
        />
      </div>
      {tab === 'links' && <LinksTab contact={reply ?? contact} />}
      {tab === 'subTargetsLogins' && isShown.subTargetsLogins && <SubmissionLogins person={reply ?? contact} />}
      {tab === 'activity' && isShown.activity && <ActivityTab contact={reply ?? contact} />}
      {tab === 'sessions' && <SessionsTab contact={reply ?? contact} />}
    </section>
  );
}

function Header({ contact }: { contact: Contact }) {
  const now = useNow();
  const navigate = useNavigate();
  const { actions, dialogs } = usePersonActions(() => void navigate(pathTo('/users/:c?'), { replace: true }));
  const { words, tone } = stateWords[contact.state];
  const invitation = invitationWords(contact, now);
  return (
    <>
      <PageHeader
        title={contact.name}
        note={
          <>
            <StateBadge tone={tone}>{words}</StateBadge> {contact.role}
            {invitation !== null && `, ${invitation.charAt(0).toLowerCase()}${invitation.slice(1)}`}
          </>
        }
        actions={<RowActions row={contact} name={contact.name} actions={actions.slice(1)} />}
      />
      {dialogs}
    </>
  );
}

const Gone = () => (
  <section className="page page-form" aria-labelledby="page-title">
    <PageHeader title="This user no longer exists" />
    <EmptyState kind="no-match" title="This user no longer exists">
      <p>The user may have been deleted, or belongs to another customer.</p>
      <Link to={pathTo('/users/:c?')}>All users</Link>
    </EmptyState>
  </section>
);

/** The service did not answer: what the device knows of the person, or that no one is there. */
function NotHere({ id, isGone, words, refresh }: { id: number; isGone: boolean; words: string; refresh: () => void }) {
  const { customer } = useSession();
  const known = useReply(listUsers, { cust: customer.id }).reply?.find((user) => user.id === id);
  if (isGone) return <Gone />;
  const title = known?.name ?? 'This user is not on this device';
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title={title} />
      <EmptyState kind="no-data" title="Details of users need a connection">
        {known && (
          <p>
            {known.role}, {stateWords[known.state].words.toLowerCase()}
          </p>
        )}
        <p>{words}</p>
        <TryAgain refresh={refresh} />
        <Link to={pathTo('/users/:c?')}>All users</Link>
      </EmptyState>
    </section>
  );
}
