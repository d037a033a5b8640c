import * as z from 'zod';
import { type Invoice, resendInvoice, resendInvoiceTo } from '#contract/billing/invoices.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

const Draft = z.object({
  email: z.union(
    [z.literal(''), z.email('Write an email address such as ann@agency.com')],
    'Write an email address such as ann@agency.com',
  ),
});

/** Sends an invoice again: to the primary billing contact, or to another address. */
export function ResendForm({ row: { id, number }, onClose }: EditorProps<Invoice>) {
  const { customer, administrator } = useSession();
  const toPrimary = useSend(resendInvoice);
  const toOther = useSend(resendInvoiceTo);
  const form = useForm(Draft, {
    initial: { email: '' },
    onSubmit: async ({ email }) => {
      const asked = { cust: customer.id, invoiceId: id };
      const answer = await (email === '' ? toPrimary(asked) : toOther({ ...asked, email }));
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: answer.value.message });
      onClose();
      return undefined;
    },
  });
  const who = administrator ? 'any address' : 'a billing contact or a user';
  return (
    <FormDialog title={`Send ${number} again`} saveLabel="Send invoice" form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField
        label="Email"
        type="email"
        hint={`Blank sends it to the primary billing contact. You may send it to ${who}.`}
        {...form.field('email')}
      />
    </FormDialog>
  );
}
