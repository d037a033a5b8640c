import { messages } from '#contract/kit/messages.ts';
import { getsMail } from '#contract/people/address.ts';
import type { Contact } from '#contract/people/contact-fields.ts';
import { requestReset } from '#contract/people/password-reset.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { PasswordField, TextField } from '#src/ui/form/fields.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { PasswordMeter } from '../auth/password-meter.tsx';
import type { UserForm } from './user-draft.ts';

/** Who the person is, and how they sign in. */
export function ProfileTab({ form, contact }: { form: UserForm; contact: Contact | null }) {
  const { name, email, password } = form.values;
  const isNew = contact === null;
  const about = isNew
    ? 'Leave this blank: the user gets an invitation and chooses a password. Only an address that gets no email needs a first one.'
    : 'Leave this blank to keep the password. A new one must be changed at the next sign-in, and ends open sessions.';
  return (
    <>
      <TextField label="Name" required {...form.field('name')} />
      <TextField
        label="Email"
        required
        type="email"
        autoComplete="off"
        hint="The user signs in with it. Before the @ it may hold *, as in *@agency.example; such an address gets no email."
        {...form.field('email')}
      />
      <TextField label="Phone" type="tel" autoComplete="off" {...form.field('phone')} />
      {contact && contact.state !== 'invited' && <SendReset email={email} />}
      <PasswordField label={isNew ? 'First password' : 'New password'} fresh hint={about} {...form.field('password')} />
      {password !== '' && <PasswordMeter password={password} about={[name, email]} />}
      <PasswordField label="Confirm the password" fresh {...form.field('again')} />
    </>
  );
}

/** Emails the person a link to set a new password. An address that gets no email is refused before anything leaves. */
function SendReset({ email }: { email: string }) {
  const send = useDo(requestReset, {
    args: () => ({ email }),
    said: () => ({ title: messages.resetSent }),
    failed: messages.failedSupport,
  });
  const start = () => {
    if (getsMail(email)) void send(null);
    else toast.error({ title: messages.invalidEmail });
  };
  return (
    <div>
      <OnlineButton variant="default" size="xs" onClick={start}>
        Send reset email
      </OnlineButton>
    </div>
  );
}
