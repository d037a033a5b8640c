import { useEffect, useState } from 'react';
import * as z from 'zod';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listUsers } from '#contract/people/user-names.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

type User = ReplyOf<typeof listUsers>[number];

const Draft = z.object({
  user: z.string().min(1, 'Choose a user.'),
  reason: z.string().trim().min(1, 'Enter a reason. It is kept in the audit log.').max(300, 'Shorten this to 300 characters'),
});

/** Lets an administrator work as a user, with a reason. The audit log records both, and the user is notified. */
export function WorkAsDialog({ onClose }: { onClose: () => void }) {
  const { customer } = useSession();
  const { loginAs } = useSessionActions();
  const { users, problem: unread } = useUsers(customer.id);
  const form = useForm(Draft, {
    initial: { user: '', reason: '' },
    async onSubmit({ user, reason }) {
      const failed = await loginAs(customer.id, Number(user), reason);
      if (failed !== null) return { '': failed };
      onClose();
      return undefined;
    },
  });
  const chosen = users?.find(({ id }) => String(id) === form.values.user);
  return (
    <FormDialog
      title={`Work as a user of ${customer.name}`}
      form={form}
      saveLabel={chosen ? `Work as ${chosen.name}` : 'Work as this user'}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <p className="muted">
        For up to an hour you have this user’s access. The user is notified, and every change names both of you. Changes require a
        connection.
      </p>
      {unread && (
        <p className="work-as-problem" role="alert">
          {unread}
        </p>
      )}
      <ReferenceField
        label="User"
        required
        placeholder={users ? 'Name, role or ID' : 'Loading users'}
        choices={(users ?? []).map(referenceTo)}
        {...form.field('user')}
      />
      <TextAreaField label="Reason" required {...form.field('reason')} />
    </FormDialog>
  );
}

const referenceTo = ({ id, name, role }: User) => ({
  id: String(id),
  name,
  detail: role,
});

/** The customer's users that an administrator may work as; null until loaded. */
function useUsers(customerId: number): { users: readonly User[] | null; problem: string | null } {
  const call = useCall();
  const [state, setState] = useState<{ users: readonly User[] | null; problem: string | null }>({ users: null, problem: null });
  useEffect(() => {
    let stale = false;
    const read = async () => {
      const answer = await call(listUsers, { cust: customerId });
      if (stale) return;
      if (answer.ok) setState({ users: answer.value.filter((user) => user.canLoginAs && !user.isDisabled), problem: null });
      else setState({ users: null, problem: errorMessage(answer.error) });
    };
    void read();
    return () => {
      stale = true;
    };
  }, [call, customerId]);
  return state;
}
