import { useState } from 'react';
import * as z from 'zod';
import { addLedgerEntry, type LedgerInvoice } from '#contract/billing/ledger.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { MoneyField } from '#src/ui/form/number-fields.tsx';
import { optionalDay } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { customerReplies } from './billing-replies.ts';

const Draft = z.object({
  kind: z.string(),
  amount: z.number('Write an amount above 0').nullable(),
  reference: z.string().max(200, 'Shorten this to 200 characters'),
  onDay: optionalDay(),
});

const kinds = [
  { value: 'payment', label: 'Payment: money arrived' },
  { value: 'credit', label: 'Credit: it need not be paid' },
];

/** A payment or a credit of a sent invoice. It is never edited: a void takes it back. */
export function EntryForm({ row: invoice, id, onClose }: EditorProps<LedgerInvoice> & { id: number }) {
  // One key for the whole form: a second click, or a request that arrives twice, is one entry.
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm(Draft, {
    initial: { kind: 'payment', amount: Number(invoice.open), reference: '', onDay: null },
    onSubmit: useSave(addLedgerEntry, {
      args: ({ kind, amount, reference, onDay }: z.output<typeof Draft>) => ({
        cust: id,
        invoiceId: invoice.id,
        kind: kind === 'credit' ? ('credit' as const) : ('payment' as const),
        amount: amount ?? Number.NaN,
        reference,
        key,
        ...(onDay !== null && { onDay }),
      }),
      said: ({ open }) => ({ detail: `${shownAmount(open)} of ${invoice.number} is open.` }),
      refreshes: customerReplies,
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title={`Add to ${invoice.number}`} saveLabel="Add entry" form={form} blocked={useBlocked()} onClose={onClose}>
      <SelectField label="Kind" required choices={kinds} {...form.field('kind')} />
      <MoneyField label="Amount" required hint={`${shownAmount(invoice.open)} is open.`} {...form.field('amount')} />
      <TextField label="Reference" hint="Such as the number of a check." {...form.field('reference')} />
      <DateField label="Date" hint="Blank is today." {...form.field('onDay')} />
    </FormDialog>
  );
}
