import { useState } from 'react';
import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import { lookWords } from '#domain/assignments/assignment-moves.ts';
import { placeOf } from '#domain/assignments/assignment-words.ts';
import { lastPosition } from '#domain/assignments/positions.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { AssignmentDraft, assignmentChoices, assignmentDraftOf, saidBy } from '#src/entities/assignment/assignment-draft.ts';
import type { AssignmentBook } from '#src/entities/assignment/use-assignment-book.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField } from '#src/ui/form/fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

type Props = EditorProps<AssignmentRuleRow | null> & {
  readonly rules: readonly AssignmentRuleRow[];
  readonly book: AssignmentBook;
};

/** One assignment. Says before it is saved which open jobs get another person; saving works offline. */
export function AssignmentForm({ row, rules, book, onClose }: Props) {
  const [newRef] = useState(() => crypto.randomUUID());
  const [ref, id] = row ? [row.ref, row.id] : [newRef, localIdOf(newRef)];
  const { sources } = book;
  const choices = assignmentChoices(row, book);
  const args = (draft: AssignmentDraft) => ({
    id,
    ref,
    position: row?.position ?? lastPosition(rules),
    ...saidBy(draft, choices),
  });
  const initial = assignmentDraftOf(row);
  const placeFor = (draft: AssignmentDraft) =>
    placeOf(args(draft), sources.find((one) => String(one.id) === draft.sourceId)?.name ?? null);
  const form = useForm(AssignmentDraft, {
    initial,
    onSubmit: useSaveChange('assignmentRule.save.v1', {
      args,
      done: (draft: AssignmentDraft) => `Assignment of ${placeFor(draft)} saved`,
      onSaved: onClose,
    }),
  });
  const names = useFieldNames();
  const draft = AssignmentDraft.safeParse(form.values);
  const blank = { version: 0, by: '', at: '', purged: false };
  const next = draft.success && [...rules.filter((rule) => rule.id !== id), { ...blank, ...args(draft.data) }];
  return (
    <FormDialog {...titlesFor('assignment', row && placeFor(initial))} form={form} onClose={onClose}>
      <SelectField label={names.of('assignee')} required choices={choices.people} {...form.field('userId')} />
      <SelectField
        label={names.of('source')}
        hint="Includes the sources that it groups."
        choices={sources.map((source) => ({ value: String(source.id), label: source.name }))}
        {...form.field('sourceId')}
      />
      <ReferenceField
        label={names.of('facility')}
        hint="A facility of the ATS takes all jobs that are mapped to it, also those mapped later."
        placeholder="All facilities"
        choices={choices.facilities}
        {...form.field('facility')}
      />
      <SwitchField label="Assigns jobs" {...form.field('enabled')} />
      <p className="muted" role="status">
        {next && book.ready ? lookWords(book.lookOf(next, id)) : 'Says here which open jobs get another person.'}
      </p>
    </FormDialog>
  );
}
