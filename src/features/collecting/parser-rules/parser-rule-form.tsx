import * as z from 'zod';
import {
  addParserRule,
  listParserRules,
  type ParserRuleRow,
  readMaxParserRule,
  saveParserRule,
} from '#contract/collecting/parser-rules.ts';
import { readParserSample } from '#contract/collecting/parsers.ts';
import { messages } from '#contract/kit/messages.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { firstTriggerId } from './parser-rule.ts';
import { RuleTester } from './rule-tester.tsx';

const Draft = z.object({
  id: z.number('Enter a number').int().min(1, 'Enter a number').nullable(),
  description: z.string().max(500, 'Shorten this to 500 characters'),
  pattern: addParserRule.args.shape.pattern,
  separator: z.string().max(20, 'Shorten the separator to 20 characters'),
  part: z.number().int().nullable(),
});
type Draft = z.output<typeof Draft>;

/** A rule: a pattern, and which part of its text is meant. It can be tried before it is saved. */
export function ParserRuleForm({ row, isNew, onClose }: EditorProps<ParserRuleRow> & { isNew: (row: ParserRuleRow) => boolean }) {
  const adds = isNew(row);
  const args = ({ id, part, ...texts }: Draft) => ({ ...texts, id: id ?? 0, part: part ?? 0, onlyCustomer: row.onlyCustomer });
  const refreshes = [listParserRules, readMaxParserRule, readParserSample];
  const options = { args, failed: messages.notUpdated, refreshes, onSaved: onClose };
  const add = useSave(addParserRule, options);
  const save = useSave(saveParserRule, {
    said: ({ changes }) => (changes.length > 0 ? { detail: `${counted(changes.length, 'sample')} read differently now` } : {}),
    ...options,
  });
  const form = useForm(Draft, { initial: row, onSubmit: adds ? add : save });
  const [pattern, separator, part] = [form.field('pattern').value, form.field('separator').value, form.field('part').value];
  return (
    <FormDialog {...titlesFor('rule', adds ? null : `rule ${row.id}`)} form={form} blocked={useBlocked()} onClose={onClose}>
      <NumberField
        label="Number"
        required
        disabled={!adds}
        hint={`From ${firstTriggerId} on it is a trigger, which chooses the parser of an email`}
        {...form.field('id')}
      />
      <TextField label="Description" {...form.field('description')} />
      <TextField
        label="Pattern"
        mono
        hint="The first group in brackets is the text, or else the whole match"
        {...form.field('pattern')}
      />
      <TextField label="Separator" mono hint="Of parts that are counted, such as /" {...form.field('separator')} />
      <NumberField label="Part" hint="1 is the first, -1 the last, 0 all" {...form.field('part')} />
      <RuleTester rule={{ pattern, separator, part: part ?? 0 }} />
    </FormDialog>
  );
}
