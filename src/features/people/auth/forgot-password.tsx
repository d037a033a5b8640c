import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { requestReset } from '#contract/people/users.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { TextField } from '#src/ui/form/fields.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({ email: z.string().trim().pipe(z.email('Enter the email address you sign in with')) });

/** Asks for an address and mails a link. Known and unknown addresses get the same answer. */
export function ForgotPassword({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const call = useCall();
  const [sent, setSent] = useState(false);
  const form = useForm(Draft, {
    initial: { email: '' },
    onSubmit: async ({ email }) => {
      const answer = await call(requestReset, { c: email });
      if (!answer.ok) return { email: errorMessage(answer.error) };
      setSent(true);
    },
  });
  const close = () => {
    onClose();
    setSent(false);
    form.reset({ email: '' });
  };
  return (
    <Modal opened={opened} onClose={close} title="Forgot password" size={420} closeButtonProps={{ 'aria-label': 'Close' }}>
      {sent ? (
        <>
          <p role="status">
            If this email address is registered, we sent a link to set a new password. It works once, within 30 minutes.
          </p>
          <div className="ask-choices">
            <Button data-autofocus onClick={close}>
              Done
            </Button>
          </div>
        </>
      ) : (
        <form className="form" noValidate onSubmit={submitting(() => form.submit())}>
          <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
          <div className="form-actions">
            <Button type="submit" loading={form.saving}>
              Send link
            </Button>
            <Button variant="default" onClick={close}>
              Back to sign-in
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
