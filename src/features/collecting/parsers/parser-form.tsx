import * as z from 'zod';
import { addParser, listParserNames, listParsers, type ParserRow, saveParser } from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const { name, lastColumn } = addParser.args.shape;
const Row = z.number('Enter a number, or 0').int().min(0, 'Enter a number, or 0');
const Draft = z.object({
  name,
  description: z.string().max(2000, 'Shorten this to 2,000 characters'),
  listsAllJobs: z.boolean(),
  withoutJobId: z.boolean(),
  needsTable: z.boolean(),
  readsSheets: z.boolean(),
  firstRow: Row.nullable(),
  lastRow: Row.nullable(),
  lastColumn: lastColumn.unwrap(),
});
type Draft = z.output<typeof Draft>;

/** A parser: its name, and what kind of mails it reads. Its tokens are on its own page. */
export function ParserForm({ row, onClose }: EditorProps<ParserRow>) {
  const { id, name, sourceId } = row;
  const options = {
    failed: messages.notUpdated,
    said: ({ name: detail }: Draft) => ({ detail }),
    refreshes: [listParsers, listParserNames],
    onSaved: onClose,
  };
  const sent = (draft: Draft) => ({ ...draft, firstRow: draft.firstRow ?? 0, lastRow: draft.lastRow ?? 0 });
  const add = useSave(addParser, { args: sent, ...options });
  const save = useSave(saveParser, { args: (draft: Draft) => ({ id, sourceId, ...sent(draft) }), ...options });
  const form = useForm(Draft, { initial: row, onSubmit: id === 0 ? add : save });
  return (
    <FormDialog {...titlesFor('parser', id === 0 ? null : name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('name')} />
      <TextAreaField label="Description" {...form.field('description')} />
      <SwitchField
        label="Each email lists all open jobs"
        hint="Jobs that are missing in an email are no longer open."
        {...form.field('listsAllJobs')}
      />
      <SwitchField
        label="Its jobs have no ID"
        hint="Jobdock derives one from facility, title and dates."
        {...form.field('withoutJobId')}
      />
      <SwitchField label="Only emails with a table" {...form.field('needsTable')} />
      <SwitchField
        label="Read the attached worksheet"
        hint="XLSX or CSV, in place of the text of the email."
        {...form.field('readsSheets')}
      />
      {form.field('readsSheets').value && (
        <>
          <NumberField label="First row" hint="0: from the top" {...form.field('firstRow')} />
          <NumberField label="Last row" hint="0: to the end" {...form.field('lastRow')} />
          <TextField label="Last column" hint="A letter such as H; blank: all" {...form.field('lastColumn')} />
        </>
      )}
    </FormDialog>
  );
}
