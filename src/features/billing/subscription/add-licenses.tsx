import { useState } from 'react';
import * as z from 'zod';
import { addLicenses, readSubscription, type Subscription } from '#contract/billing/subscription.ts';
import { messages } from '#contract/kit/messages.ts';
import { amountOf, usd } from '#domain/billing/money.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

const Draft = z.object({
  n: z
    .number(messages.licenseNumber)
    .int(messages.licenseNumber)
    .min(1, messages.licenseNumber)
    .max(5, messages.licenseNumber)
    .nullable(),
});

/** Adds licenses: how many, and what they cost, before anything is bought. A second click, or a request that arrives twice, buys once. */
export function AddLicenses({ row: subscription, onClose }: EditorProps<Subscription>) {
  const cust = useSession().customer.id;
  const { localDate } = useFormat();
  const [key] = useState(() => crypto.randomUUID());
  const send = useSend(addLicenses, [readSubscription]);
  const form = useForm(Draft, {
    initial: { n: 1 },
    onSubmit: async ({ n }) => {
      if (n === null) return { n: messages.licenseNumber };
      const answer = await send({ cust, n, key, monthPrice: amountOf(costOf(subscription, n).month) });
      if (!answer.ok) {
        const problems = problemsOf(answer.error);
        return { n: Object.values(problems).join(' ') || messages.licensesNotAdded };
      }
      toast.success({ title: answer.value.message, detail: `You have ${answer.value.connections} VMS connections now.` });
      onClose();
      return undefined;
    },
  });
  const { n } = form.values;
  const cost = n !== null && Draft.safeParse({ n }).success ? costOf(subscription, n) : null;
  return (
    <FormDialog title="Add licenses" saveLabel="Add licenses" form={form} blocked={useBlocked()} onClose={onClose}>
      <NumberField
        label="VMS connections to add"
        required
        min={1}
        max={5}
        hint={`1 to 5 at once, 10 in all; ${subscription.added} were added here so far.`}
        {...form.field('n')}
      />
      <p role="status">
        {cost === null
          ? messages.licenseNumber
          : cost.month === 0
            ? 'Your plan includes them: they cost nothing.'
            : `${usd(cost.month)} more a month, ${usd(cost.rest)} of it for the days until ${localDate(subscription.untilOn)}. The next invoice has them.`}
      </p>
    </FormDialog>
  );
}

/** What so many licenses cost in cents: each month, and for the rest of this period. */
function costOf({ includedLeft, connectionPrice, restPrice }: Subscription, n: number) {
  const paid = Math.max(0, n - includedLeft);
  const cents = (amount: string) => paid * Math.round(Number(amount) * 100);
  return { month: cents(connectionPrice), rest: cents(restPrice) };
}
