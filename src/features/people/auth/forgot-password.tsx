import { Button } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { requestReset } from '#contract/people/password-reset.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({ email: z.string().trim().pipe(z.email('Enter the email address you sign in with')) });

const title = 'Forgot password';

/** Asks for an email address and emails a link. Known and unknown addresses get the same response. */
export function ForgotPassword({ onClose }: { onClose: () => void }) {
  const call = useCall();
  const [sent, setSent] = useState(false);
  const form = useForm(Draft, {
    initial: { email: '' },
    onSubmit: async ({ email }) => {
      const answer = await call(requestReset, { email });
      if (!answer.ok) return { email: errorMessage(answer.error) };
      setSent(true);
    },
  });
  if (sent) return <Sent onClose={onClose} />;
  return (
    <FormDialog title={title} form={form} saveLabel="Send link" onClose={onClose}>
      <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
    </FormDialog>
  );
}

const Sent = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={title} dirty={false} onClose={onClose}>
    {() => (
      <>
        <p role="status">
          If this email address is registered, we sent a link to set a new password. It works once, within 30 minutes.
        </p>
        <div className="ask-choices">
          <Button data-autofocus onClick={onClose}>
            Done
          </Button>
        </div>
      </>
    )}
  </Dialog>
);
