import { Modal, Select, Textarea } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listUsers } from '#contract/people/users.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { submitting } from '#src/ui/form/submitting.ts';

type User = ReplyOf<typeof listUsers>[number];

/** An administrator chooses whom to work as, and why: both stand in the audit, and the user is told. */
export function WorkAsDialog({ onClose }: { onClose: () => void }) {
  const { customer } = useSession();
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Work as a user of ${customer.name}`}
      size={460}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <WorkAsForm onDone={onClose} />
    </Modal>
  );
}

function WorkAsForm({ onDone }: { onDone: () => void }) {
  const { customer } = useSession();
  const { users, problem: unread } = useUsers(customer.id);
  const [user, setUser] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const chosen = users?.find(({ objID }) => String(objID) === user);
  const { go, busy, problem } = useWorkAs(chosen, reason, onDone);
  return (
    <form className="work-as" onSubmit={submitting(go)}>
      <p className="muted">
        For up to an hour you have this user’s access. The user is notified, and every change names both of you. Changes require a
        connection.
      </p>
      <Select
        label="User"
        data-autofocus
        searchable
        required
        comboboxProps={{ withinPortal: false }}
        placeholder={users ? 'Name or email' : 'Loading users'}
        nothingFoundMessage="No matching users"
        data={(users ?? []).map(optionOf)}
        value={user}
        onChange={setUser}
      />
      <Textarea
        label="Reason"
        required
        maxLength={300}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {(problem ?? unread) && (
        <p className="work-as-problem" role="alert">
          {problem ?? unread}
        </p>
      )}
      <OnlineButton loading={busy} onClick={() => void go()}>
        {chosen ? `Work as ${chosen.ContactName}` : 'Work as this user'}
      </OnlineButton>
    </form>
  );
}

const optionOf = ({ objID, ContactName, Role, EMail }: User) => ({
  value: String(objID),
  label: `${ContactName} (${Role}, ${EMail})`,
});

function useWorkAs(chosen: User | undefined, reason: string, onDone: () => void) {
  const { customer } = useSession();
  const { loginAs } = useSessionActions();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    if (!chosen) return setProblem('Choose a user.');
    if (reason.trim() === '') return setProblem('Enter a reason. It is kept in the audit log.');
    setBusy(true);
    const failed = await loginAs(customer.id, chosen.objID, reason.trim());
    setBusy(false);
    if (failed === null) onDone();
    else setProblem(failed);
  };
  return { go, busy, problem };
}

/** Those of the customer whom an administrator may work as; null until read. */
function useUsers(customerId: number): { users: readonly User[] | null; problem: string | null } {
  const call = useCall();
  const [state, setState] = useState<{ users: readonly User[] | null; problem: string | null }>({ users: null, problem: null });
  useEffect(() => {
    let stale = false;
    const read = async () => {
      const answer = await call(listUsers, { cust: customerId });
      if (stale) return;
      if (answer.ok) setState({ users: answer.value.filter((user) => user.canLoginAs && !user.Disabled_Fl), problem: null });
      else setState({ users: null, problem: errorMessage(answer.error) });
    };
    void read();
    return () => {
      stale = true;
    };
  }, [call, customerId]);
  return state;
}
