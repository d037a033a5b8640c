import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { RowId } from '#contract/kit/ids.ts';
import { listRights, type Role, readRole, readRoles, removeRole } from '#contract/people/roles.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { Answered, TryAgain } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { newRole, newRoleId } from './role.ts';
import { RoleForm } from './role-form.tsx';
import './roles.css';

/** One role. -1 adds one; `?from=` copies another. */
export function RoleEdit() {
  const id = Number(useParams()['id']);
  const [params] = useSearchParams();
  const from = Number(params.get('from'));
  if (id !== newRoleId) return RowId.safeParse(id).success ? <StoredRole key={id} id={id} /> : <NotHere answer={noSuchRole} />;
  return from > 0 ? <CopiedRole key={from} id={from} /> : <Form role={newRole} />;
}

const noSuchRole = { problem: 'There is no role with this number.', refresh: undefined };

function CopiedRole({ id }: { id: number }) {
  const original = useReply(readRole, { id });
  if (!original.reply) return <NotHere answer={original} />;
  const { name, rights } = original.reply;
  return <Form role={{ ...newRole, name: `${name} (copy)`.slice(0, 100), rights }} />;
}

function StoredRole({ id }: { id: number }) {
  const stored = useReply(readRole, { id });
  const [shown, setShown] = useState<Role | null>(null);
  // Another answer must not take away what someone types.
  if (stored.reply && !shown) setShown(stored.reply);
  if (!shown) return <NotHere answer={stored} />;
  return <Form key={shown.version} role={shown} onSaved={setShown} />;
}

function NotHere({ answer }: { answer: { problem: string | null; refresh: (() => void) | undefined } }) {
  if (answer.problem === null) return <Waiting />;
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Role" />
      <EmptyState kind="no-data" title="This role is not here">
        <p>{answer.problem}</p>
        <TryAgain refresh={answer.refresh} />
        <Link to={pathTo('/roles')}>All roles</Link>
      </EmptyState>
    </section>
  );
}

function Form({ role, onSaved }: { role: Role; onSaved?: (role: Role) => void }) {
  const { customer, administrator } = useSession();
  const groups = useReply(listRights, { cust: customer.id });
  const isNew = role.id === newRoleId;
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title={isNew ? 'Add role' : role.name} actions={!isNew && administrator && <RoleActions role={role} />} />
      <Answered answer={groups} what="The rights">
        {(all) => <RoleForm role={role} groups={all} onSaved={onSaved} />}
      </Answered>
    </section>
  );
}

function RoleActions({ role }: { role: Role }) {
  const navigate = useNavigate();
  const send = useSend(removeRole, [readRoles]);
  const remove = async () => {
    const choice = await ask({
      title: `Delete ${role.name}?`,
      body: 'No one gets this role any more. It cannot be restored.',
      choices: { go: { words: 'Delete role', tone: 'danger' }, stay: { words: 'Cancel' } },
      safe: 'stay',
    });
    if (choice === 'stay') return;
    const answer = await send({ id: role.id });
    if (!answer.ok) {
      const { error } = answer;
      const detail = error.kind === 'invalid' ? Object.values(error.fields).join('. ') : errorMessage(error);
      return void toast.error({ title: `${role.name} not deleted`, detail });
    }
    toast.success({ title: `${role.name} deleted` });
    void navigate(pathTo('/roles'), { replace: true });
  };
  return (
    <>
      <OnlineButton
        variant="default"
        size="xs"
        onClick={() => void navigate(pathTo('/roles/edit/:id', { id: newRoleId }, { from: role.id }))}
      >
        Copy role
      </OnlineButton>
      <OnlineButton variant="default" size="xs" onClick={() => void remove()}>
        Delete role…
      </OnlineButton>
    </>
  );
}
