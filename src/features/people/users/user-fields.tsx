import { useEffect, useEffectEvent, useState } from 'react';
import type { Refusal } from '#contract/kit/errors.ts';
import { messages } from '#contract/kit/messages.ts';
import { forbiddenText } from '#contract/kit/right-labels.ts';
import type { Contact } from '#contract/people/contact-fields.ts';
import { ContactConflict, readContact, saveContact } from '#contract/people/contacts.ts';
import { listRoles } from '#contract/people/roles.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { AlertsTab, PreferencesTab } from './alerts-tab.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { disagreementsOf, type FieldConflict, takeTheirs } from './disagreements.ts';
import { personReplies } from './person-replies.ts';
import { ProfileTab } from './profile-tab.tsx';
import { RightsTab } from './rights-tab.tsx';
import { blankDraft, changesToRead, type Draft, draftFor, draftOf, sentOf } from './user-draft.ts';
import type { FormTab } from './user-tabs.ts';

type Props = {
  contact: Contact | null;
  tab: FormTab;
  onTab: (tab: FormTab) => void;
  onSaved: (id: number, saved: Contact | null) => void;
};

/** The form of a person over its tabs: one draft, one save. */
export function UserFields({ contact, tab, onTab, onSaved }: Props) {
  const { may } = useSession();
  const offline = useBlocked();
  const roles = useReply(listRoles, {}).reply ?? [];
  const { base, conflicts, saved, submit, settle } = useSavePerson(contact);
  const form = useForm(draftFor(contact?.linkedStatus === 2), { initial: base, onSubmit: submit });
  const tell = useEffectEvent((now: NonNullable<typeof saved>) => onSaved(now.id, now.contact));
  // Once the form is clean: leaving a dirty one asks.
  useEffect(() => {
    if (saved && !form.dirty) tell(saved);
  }, [saved, form.dirty]);
  const showProblem = useEffectEvent(() => {
    const wrong = form.problems.map(({ field }) => tabOf[field] ?? tab);
    if (wrong.length > 0 && !wrong.includes(tab)) onTab(wrong[0] ?? tab);
  });
  useEffect(() => {
    if (form.refusals > 0) showProblem();
  }, [form.refusals]);
  const readOnly = !may('users.write');
  const choose = (theirs: boolean) => {
    const now = settle();
    if (theirs) for (const [key, value] of Object.entries(now)) form.set(key as keyof Draft, value);
  };
  const changes = changesToRead(base, form.values, roles);
  return (
    <FormPage
      bare
      title={contact ? contact.name : 'New user'}
      form={form}
      saveLabel={contact ? 'Save user' : 'Add user'}
      blocked={readOnly ? forbiddenText('users.write') : offline}
    >
      <ConflictNotice
        disagreements={disagreementsOf(conflicts, roles)}
        onMine={() => choose(false)}
        onTheirs={() => choose(true)}
      />
      <fieldset className="user-fields" disabled={readOnly}>
        {tab === 'profile' && <ProfileTab form={form} contact={contact} />}
        {tab === 'rights' && <RightsTab form={form} contact={contact} readOnly={readOnly} />}
        {tab === 'alerts' && <AlertsTab form={form} readOnly={readOnly} />}
        {tab === 'preferences' && <PreferencesTab form={form} readOnly={readOnly} />}
      </fieldset>
      {contact && <ChangesToRead name={contact.name} changes={changes} />}
    </FormPage>
  );
}

/** What a save changes of what a person may do and gets, to read before it. */
function ChangesToRead({ name, changes }: { name: string; changes: readonly string[] }) {
  if (changes.length === 0) return null;
  return (
    <div className="changes-to-read" role="status">
      <strong>Saving changes what {name} may do and gets</strong>
      <ul>
        {changes.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

/** Saves a person, and keeps what the form started with. `settle` takes the saved values of a conflict as the new start. */
function useSavePerson(contact: Contact | null) {
  const { customer } = useSession();
  const call = useCall();
  const send = useSend(saveContact, personReplies);
  const [base, setBase] = useState<Draft>(contact ? draftOf(contact) : blankDraft);
  const [conflicts, setConflicts] = useState<readonly FieldConflict[]>([]);
  const [saved, setSaved] = useState<{ id: number; contact: Contact | null } | null>(null);
  const submit = async (draft: Draft): Promise<Problems | undefined> => {
    const password = draft.password === '' ? {} : { password: draft.password };
    const answer = contact
      ? await send({ cust: customer.id, id: contact.id, ...sentOf(draft), ...password, base: sentOf(base) })
      : await send({ cust: customer.id, ...sentOf(draft), ...password });
    if (!answer.ok && answer.error.kind === 'conflict') {
      setConflicts(conflictsIn(answer.error));
      return { '': 'Choose between your values and the saved ones above.' };
    }
    if (!answer.ok) return problemsOf(answer.error);
    const { id, isInvited } = answer.value;
    toast.success({ title: messages.saved, detail: isInvited ? `${draft.name} gets an invitation by email.` : draft.name });
    const again = contact ? await call(readContact, { cust: customer.id, id }) : null;
    setSaved({ id, contact: again?.ok ? again.value : null });
    return undefined;
  };
  const settle = (): Partial<Draft> => {
    const theirs = takeTheirs(conflicts);
    setBase({ ...base, ...theirs });
    setConflicts([]);
    return theirs;
  };
  return { base, conflicts, saved, submit, settle };
}

const conflictsIn = ({ current }: Extract<Refusal, { kind: 'conflict' }>): readonly FieldConflict[] =>
  ContactConflict.safeParse(current).data?.fields ?? [];

/** The tab of each field, so that a problem on another one is shown. */
const tabOf: Readonly<Record<string, FormTab>> = {
  name: 'profile',
  email: 'profile',
  phone: 'profile',
  password: 'profile',
  again: 'profile',
  roleId: 'rights',
  rights: 'rights',
  timezone: 'preferences',
  dateFormat: 'preferences',
  timeFormat: 'preferences',
};
