import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { changePassword, changeSeparator, checkReset } from '#contract/people/password-reset.ts';
import { passwordProblem } from '#domain/passwords/password-strength.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { PasswordField, TextField } from '#src/ui/form/fields.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { PasswordMeter } from './password-meter.tsx';
import { SessionFrame } from './session-frame.tsx';

/** Sets a new password through the mailed link. */
export function ResetPassword() {
  const { lnk = '' } = useParams();
  const call = useCall();
  const [link, setLink] = useState<
    { kind: 'checking' } | { kind: 'good'; email: string; isInvitation: boolean } | { kind: 'bad'; words: string }
  >({
    kind: 'checking',
  });
  useEffect(() => {
    let stopped = false;
    void call(checkReset, { token: lnk }).then((answer) => {
      if (stopped) return;
      if (answer.ok) return setLink({ kind: 'good', ...answer.value });
      setLink({ kind: 'bad', words: answer.error.kind === 'invalid' ? messages.resetExpired : errorMessage(answer.error) });
    });
    return () => {
      stopped = true;
    };
  }, [call, lnk]);
  if (link.kind === 'checking') {
    return (
      <SessionFrame title="Set a new password">
        <Waiting rows={3} label="Checking link" />
      </SessionFrame>
    );
  }
  if (link.kind === 'good') return <NewPassword token={lnk} {...link} />;
  return <BadLink words={link.words} />;
}

function BadLink({ words }: { words: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <SessionFrame title="Set a new password">
      <p className="session-refusal" role="alert">
        {words}
      </p>
      <Button fullWidth onClick={() => setAsking(true)}>
        Send a new link…
      </Button>
      <Button component={Link} variant="default" fullWidth to={pathTo('/login/:m?')}>
        Back to sign-in
      </Button>
      {asking && <ForgotPassword onClose={() => setAsking(false)} />}
    </SessionFrame>
  );
}

const Draft = z
  .object({
    email: z.string().trim().min(1, 'Enter your email address'),
    password: z.string().min(1, 'Enter a new password'),
    again: z.string(),
  })
  .superRefine(({ email, password, again }, issues) => {
    const problem = passwordProblem(password, [email]);
    if (password !== '' && problem) issues.addIssue({ code: 'custom', path: ['password'], message: problem });
    if (password !== again) issues.addIssue({ code: 'custom', path: ['again'], message: 'The passwords don’t match' });
  });

function NewPassword({ token, email, isInvitation }: { token: string; email: string; isInvitation: boolean }) {
  const call = useCall();
  const navigate = useNavigate();
  const form = useForm(Draft, {
    initial: { email, password: '', again: '' },
    onSubmit: async (draft) => {
      const answer = await call(changePassword, {
        token,
        emailAndPassword: `${draft.email}${changeSeparator}${draft.password}`,
      });
      if (!answer.ok)
        return answer.error.kind === 'invalid' ? problemsOf(answer.error.fields) : { password: errorMessage(answer.error) };
      toast.success({ title: messages.passwordReset });
      void navigate(pathTo('/login/:m?'), { replace: true });
    },
  });
  return (
    <SessionFrame title={isInvitation ? 'Choose a password' : 'Set a new password'}>
      {isInvitation && <p>Welcome to Jobdock. You sign in with this email and the password that you choose now.</p>}
      <form className="form" noValidate onSubmit={submitting(() => form.submit())}>
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <PasswordField label="New password" fresh {...form.field('password')} />
        <PasswordMeter password={form.values.password} about={[email]} />
        <PasswordField label="Confirm new password" fresh {...form.field('again')} />
        <Button type="submit" fullWidth loading={form.saving}>
          Set password
        </Button>
      </form>
    </SessionFrame>
  );
}

/** The service's problems use its own fields (`token`; address and password in one), which differ from the form's fields. */
const problemsOf = (fields: Record<string, string>) =>
  'token' in fields ? { password: messages.resetExpired } : { password: Object.values(fields)[0] ?? messages.failed };
