import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { changePeople, inviteAgain } from '#contract/people/contacts.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { RowAction } from '#src/ui/actions/row-action.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { Person } from './person.ts';
import { personReplies } from './person-replies.ts';
import { RemovePerson } from './remove-person.tsx';
import { WorkAsPerson } from './work-as-person.tsx';

/** What can be done to one person, and the dialogs of it. */
export function usePersonActions(onRemoved: () => void = () => undefined): { actions: RowAction<Person>[]; dialogs: ReactNode } {
  const { may, role, customer } = useSession();
  const navigate = useNavigate();
  const edits = may('users.write');
  const removal = useEditor(RemovePerson, { onRemoved });
  const acting = useEditor(WorkAsPerson, {});
  const invite = useDo(inviteAgain, {
    args: ({ id }: Person) => ({ cust: customer.id, id }),
    said: (_, { name }) => ({ title: 'Invitation on its way', detail: name }),
    failed: 'The invitation was not sent',
    refreshes: personReplies,
  });
  const able = useDo(changePeople, {
    args: ({ id, state }: Person) => ({ cust: customer.id, ids: [id], isDisabled: state !== 'disabled' }),
    said: (_, { name, state }) => ({ title: state === 'disabled' ? `${name} can work again` : `${name} is disabled` }),
    failed: 'The user was not changed',
    refreshes: personReplies,
  });
  const isOther = ({ id }: Person) => id !== role.userId;
  return {
    actions: [
      {
        label: edits ? 'Edit' : 'Open',
        run: ({ id }) => navigate(pathTo('/users/edit/:id', { id })),
      },
      acting.action('Log in as…', { when: ({ canLoginAs }) => canLoginAs, online: true }),
      { label: 'Invite again', run: invite, when: ({ state }) => edits && state === 'invited', online: true },
      { label: 'Enable user', run: able, when: ({ state }) => edits && state === 'disabled', online: true },
      {
        label: 'Disable user…',
        run: able,
        when: (person) => edits && isOther(person) && person.state !== 'disabled',
        online: true,
        danger: true,
        confirm: disabling,
      },
      removal.action('Delete user…', { when: (person) => edits && isOther(person), online: true, danger: true }),
    ],
    dialogs: (
      <>
        {removal.dialog}
        {acting.dialog}
      </>
    ),
  };
}

const disabling = ({ name }: Person) =>
  ({
    title: `Disable ${name}?`,
    body: 'Open sessions end at once and no one signs in with this account. It needs no license, and you can enable it again.',
    choices: { go: { words: 'Disable user', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
