import * as z from 'zod';
import type { CommandArgs } from '#contract/commands/commands.ts';
import { commandArgs } from '#contract/commands/commands.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import type { OutboxActions } from '#src/sync/hooks/use-outbox.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { optionalDay } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { fieldName } from './conflict-lines.ts';

/** The command whose value the user can correct. */
type Correctable = 'job.edit.v1';

type Props = { entry: OutboxEntry; onEdit: OutboxActions['edit']; onClose: () => void };

const Day = z.object({ value: optionalDay() });
const Amount = z.object({
  value: z
    .string()
    .trim()
    .refine((text) => text === '' || Number(text) >= 0, 'Enter a number that is 0 or more'),
});

/** Corrects the value of a refused change that allows it (`corrects`). Blank means "not known". */
export function EditValue({ entry, onEdit, onClose }: Props) {
  const args = entry.args as CommandArgs<Correctable>;
  const isDay = args.field === 'startDate';
  const form = useForm<typeof Day | typeof Amount>(isDay ? Day : Amount, {
    initial: { value: args.value === null ? '' : String(args.value) },
    async onSubmit({ value: typed }) {
      const value = typed === '' || typed === null ? null : isDay ? typed : Number(typed);
      const parsed = commandArgs[entry.name as Correctable].safeParse({ ...args, value });
      if (!parsed.success) return { value: parsed.error.issues[0]?.message ?? 'This value is not possible' };
      const done = await onEdit(entry.entry, parsed.data);
      if (!done.ok) return { '': 'This change isn’t possible for the job in its current state' };
      onClose();
      return undefined;
    },
  });
  const label = fieldName(entry.name, args.field, useFieldNames());
  return (
    <FormDialog title={`Correct ${label.toLowerCase()}`} form={form} saveLabel="Save and queue" onClose={onClose}>
      {isDay ? <DateField label={label} {...form.field('value')} /> : <TextField label={label} {...form.field('value')} />}
    </FormDialog>
  );
}
