import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod';
import { passwordProblem } from '#domain/passwords/password-strength.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { PasswordField } from '#src/ui/form/fields.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { PasswordMeter } from '../auth/password-meter.tsx';

const blank = { current: '', password: '', again: '' };

const draftFor = (about: readonly string[]) =>
  z
    .object({
      current: z.string().min(1, 'Enter your current password'),
      password: z.string().min(1, 'Enter a new password'),
      again: z.string(),
    })
    .superRefine(({ current, password, again }, issues) => {
      const refuse = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message });
      const problem = passwordProblem(password, about);
      if (password !== '' && problem) refuse('password', problem);
      if (password !== '' && password === current) refuse('password', 'Choose a password other than the current one');
      if (password !== again) refuse('again', 'The passwords don’t match');
    });

/** The form in which users change their own password. Their other sessions end. `focused`: the first field has the focus at once. */
export function OwnPassword({ focused = false }: { focused?: boolean }) {
  const { role } = useSession();
  const { changePassword } = useSessionActions();
  const offline = useBlocked();
  const about = [role.name, role.email];
  const form = useForm(draftFor(about), {
    initial: blank,
    onSubmit: async ({ current, password }) => {
      const problems = await changePassword(current, password);
      if (problems) return problems;
      form.reset(blank);
      toast.success({ title: 'Password changed', detail: 'Your other sessions have ended.' });
      return undefined;
    },
  });
  const focus = useEffectEvent(() => form.focus('current'));
  useEffect(() => {
    if (focused) focus();
  }, [focused]);
  const general = form.problems.find(({ field }) => field === '')?.words;
  return (
    <form className="form" noValidate onSubmit={submitting(() => form.submit())}>
      {/* Lets password managers store the new password under the right name. */}
      <input type="text" autoComplete="username" value={role.email} readOnly hidden />
      <PasswordField label="Current password" {...form.field('current')} />
      <PasswordField label="New password" fresh {...form.field('password')} />
      <PasswordMeter password={form.values.password} about={about} />
      <PasswordField label="Confirm new password" fresh {...form.field('again')} />
      {(general ?? offline) && <p role="alert">{general ?? offline}</p>}
      <div className="form-actions">
        <Button type="submit" loading={form.saving} disabled={offline !== undefined}>
          Change password
        </Button>
      </div>
    </form>
  );
}
