import * as z from 'zod';
import { type CustomerBilling, saveTerms } from '#contract/billing/ledger.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { MoneyField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { customerReplies } from './billing-replies.ts';

const price = z.number('Write a price, 0 or more').nullable();
const Draft = z.object({ monthPrice: price, connectionPrice: price, userPrice: price });

/** The agreed prices of a customer, from today on. */
export function TermsForm({ row: terms, id, onClose }: EditorProps<CustomerBilling['terms']> & { id: number }) {
  const form = useForm(Draft, {
    initial: {
      monthPrice: Number(terms.monthPrice),
      connectionPrice: Number(terms.connectionPrice),
      userPrice: Number(terms.userPrice),
    },
    onSubmit: useSave(saveTerms, {
      args: ({ monthPrice, connectionPrice, userPrice }: z.output<typeof Draft>) => ({
        cust: id,
        monthPrice: monthPrice ?? Number.NaN,
        connectionPrice: connectionPrice ?? Number.NaN,
        userPrice: userPrice ?? Number.NaN,
      }),
      refreshes: customerReplies,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title="Change prices" saveLabel="Save prices" form={form} blocked={useBlocked()} onClose={onClose}>
      <p className="muted">They hold from today on, until the plan changes. Earlier days keep their prices.</p>
      <MoneyField label="Plan, a month" required {...form.field('monthPrice')} />
      <MoneyField label="Added VMS connection, a month" required {...form.field('connectionPrice')} />
      <MoneyField label="Added user, a month" required {...form.field('userPrice')} />
    </FormDialog>
  );
}
