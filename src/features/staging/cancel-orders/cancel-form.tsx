import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { cancelOrders, checkCancel } from '#contract/staging/cancel-orders.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { refreshReplies } from '#src/entities/reply/use-reply.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { PasswordField } from '#src/ui/form/fields.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';

const Draft = z.object({ password: z.string().min(1, 'Enter your password') });
type Counts = ReplyOf<typeof checkCancel>;

/** Asks for the password and starts the cancellation. A text of the service that begins with "Error: " is an alert; then the person is signed out. */
export function CancelForm({ source, counts }: { source: number; counts: Counts }) {
  const cust = useSession().customer.id;
  const call = useCall();
  const { signOut } = useSessionActions();
  const blocked = useBlocked();
  const client = useQueryClient();
  const form = useForm(Draft, {
    initial: { password: '' },
    onSubmit: async ({ password }) => {
      if ((await sure(counts)) !== 'go') return undefined;
      const answer = await call(cancelOrders, { cust, source, password });
      form.reset({ password: '' });
      if (answer.ok) {
        longWorkNews.begun();
        void refreshReplies(client, checkCancel);
        return undefined;
      }
      const problems = problemsOf(answer.error);
      const alert = Object.values(problems).find((text) => text.startsWith(messages.ordersNotCanceled({ message: '' })));
      if (alert === undefined) return problems;
      await ask({ title: 'Orders not canceled', body: alert, choices: { out: { words: 'Sign in again' } }, safe: 'out' });
      await signOut();
      return undefined;
    },
  });
  return (
    <form className="form" noValidate onSubmit={submitting(() => form.submit())}>
      <PasswordField label="Your password" {...form.field('password')} />
      <p className="muted">A wrong password cancels nothing and signs you out.</p>
      {blocked !== undefined && <p role="alert">{blocked}</p>}
      <div className="form-actions">
        <Button type="submit" color="red" loading={form.saving} disabled={blocked !== undefined}>
          Cancel {counted(counts.open, 'order')}…
        </Button>
      </div>
    </form>
  );
}

const sure = ({ open, posted, source }: Counts) =>
  ask({
    title: `Cancel ${counted(open, 'open order')} of ${source}?`,
    body: `${posted > 0 ? `${counted(posted, 'order')} of them are closed at the ATS as well. ` : ''}You can undo the run as a whole.`,
    choices: { go: { words: `Cancel ${counted(open, 'order')}`, tone: 'danger' }, stay: { words: 'Keep them open' } },
    safe: 'stay',
  });
