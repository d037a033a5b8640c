import * as z from 'zod';
import { assignParser, listCustomerParsers, listParserNames, listParsers } from '#contract/collecting/parsers.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({ parserId: z.string().min(1, 'Choose a parser') });

/** Gives the customer one more parser. */
export function CustomerParserForm({ onClose }: EditorProps<null>) {
  const { customer } = useSession();
  const names = useReply(listParserNames, {});
  const form = useForm(Draft, {
    initial: { parserId: '' },
    onSubmit: useSave(assignParser, {
      args: ({ parserId }: z.output<typeof Draft>) => ({ cust: customer.id, parserId: Number(parserId) }),
      said: ({ name }) => ({ title: `${name} assigned`, detail: customer.name }),
      refreshes: [listCustomerParsers, listParsers],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      title={`Assign a parser to ${customer.name}`}
      saveLabel="Assign parser"
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <SelectField
        label="Parser"
        required
        choices={(names.reply ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        hint={names.problem ?? undefined}
        {...form.field('parserId')}
      />
    </FormDialog>
  );
}
