import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import type { SubstitutionRuleRow } from '#contract/rows/rule-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { substitutionProblem, substitutions } from '#domain/rules/substitute.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import type { SubstitutionLists } from '#src/entities/substitution/substitution-lists.ts';
import type { VendorText } from '#src/entities/substitution/use-vendor-texts.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { describePattern, patternOf } from './rule-words.ts';

const Draft = z
  .object({
    text: z.string().trim(),
    whole: z.boolean(),
    caseSensitive: z.boolean(),
    target: z.string().min(1, 'Choose the name'),
  })
  .superRefine(({ text, whole }, issues) => {
    // What was typed comes first: the pattern for whole words has parts that the user never wrote.
    const problem = substitutionProblem(text) ?? substitutionProblem(patternOf(text, whole));
    if (problem) issues.addIssue({ code: 'custom', path: ['text'], message: problem });
  });

type Texts = readonly VendorText[] | null;
type Props = EditorProps<SubstitutionRuleRow | null> & { lists: SubstitutionLists; texts: Texts };

/** One substitution rule. Counts its matches while the user types. */
export function RuleForm({ row, lists, texts, onClose }: Props) {
  const { text, whole } = describePattern(row?.rule ?? '');
  const { type: objectType, targets } = lists;
  const form = useForm(Draft, {
    initial: {
      text,
      whole: row ? whole : true,
      caseSensitive: row?.caseSensitive ?? false,
      target: row ? String(row.targetId) : '',
    },
    onSubmit: useSaveChange('substitutionRule.save.v1', {
      args: (draft: z.output<typeof Draft>) => {
        const ref = row ? row.ref : crypto.randomUUID();
        const target = targets.find((one) => String(one.id) === draft.target);
        return {
          id: row ? row.id : localIdOf(ref ?? ''),
          ref,
          objectType,
          rule: patternOf(draft.text, draft.whole),
          targetId: target?.id ?? 0,
          targetRef: target?.ref ?? null,
          caseSensitive: draft.caseSensitive,
        };
      },
      done: () => messages.saved,
      onSaved: onClose,
    }),
  });
  const rule = patternOf(form.values.text.trim(), form.values.whole);
  return (
    <FormDialog {...titlesFor('rule', row ? text : null)} form={form} onClose={onClose}>
      <TextField label="Vendor text" required mono {...form.field('text')} />
      <SelectField
        label="Replaced with"
        required
        hint="Add a missing name under Names."
        choices={targets.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('target')}
      />
      <SwitchField label="Whole words" {...form.field('whole')} />
      <SwitchField label="Case-sensitive" {...form.field('caseSensitive')} />
      {form.values.text.trim() !== '' && !substitutionProblem(rule) && (
        <p className="muted" role="status">
          {foundBy(rule, form.values.caseSensitive, lists, texts)}
        </p>
      )}
    </FormDialog>
  );
}

/** Describes what the edited rule finds in the texts on this device. */
function foundBy(rule: string, caseSensitive: boolean, { type: objectType }: SubstitutionLists, texts: Texts): string {
  const common = { id: 0, objectType, version: 0, by: '', at: '', ref: null, purged: false };
  const trial = { ...common, rule, caseSensitive, targetId: 0, ruleType: 6 };
  const [running] = substitutions([trial], [{ ...common, name: '' }]);
  const found = texts?.filter(({ text }) => running?.matches(text)) ?? [];
  const some = found.slice(0, 6).map(({ text }) => text);
  const list = some.length > 0 ? `: ${some.join(' · ')}${found.length > 6 ? ' …' : ''}` : '';
  return `Finds ${counted(found.length, 'VMS value')} of ${texts?.length ?? 0}${list}`;
}
