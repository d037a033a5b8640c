import * as z from 'zod';
import { listAccountingClients, pickAccountingClient, refreshAccountingClients } from '#contract/billing/accounting-clients.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo, useSave } from '#src/entities/reply/use-save.ts';
import { OnlineButton, useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { accountingReplies } from './billing-replies.ts';

const Draft = z.object({
  extId: z
    .string('Choose a client')
    .nullable()
    .refine((id) => id !== null && id !== '', 'Choose a client'),
});

/** Links a customer to a client that is at FreshBooks already. */
export function ClientForm({ row, cust, onClose }: EditorProps<{ extId: string }> & { cust: number }) {
  const { reply } = useReply(listAccountingClients, {});
  const readAgain = useDo(refreshAccountingClients, {
    args: () => ({}),
    said: ({ clients }) => ({ title: `${clients.length} clients read` }),
    failed: 'Clients not read',
    refreshes: [listAccountingClients],
  });
  const form = useForm(Draft, {
    initial: { extId: row.extId === '' ? null : row.extId },
    onSubmit: useSave(pickAccountingClient, {
      args: ({ extId }: z.output<typeof Draft>) => ({ cust, extId: extId ?? '' }),
      said: () => ({ detail: 'Open invoices and new ones go to this client.' }),
      refreshes: accountingReplies,
      onSaved: onClose,
    }),
  });
  const choices = (reply?.clients ?? []).map(({ id, name, email, customerId }) => ({
    id,
    name,
    detail: customerId !== null && customerId !== cust ? `${email} · linked to customer ${customerId}` : email,
  }));
  return (
    <FormDialog title="Pick a client" saveLabel="Link client" form={form} blocked={useBlocked()} onClose={onClose}>
      <ReferenceField label="Client at FreshBooks" required choices={choices} {...form.field('extId')} />
      <p className="muted">
        {reply?.readAt ? (
          <>
            The list was read <Ago at={reply.readAt} />.
          </>
        ) : (
          'The list was not read yet.'
        )}
      </p>
      <OnlineButton variant="default" onClick={() => void readAgain(null)}>
        Read clients again
      </OnlineButton>
    </FormDialog>
  );
}
