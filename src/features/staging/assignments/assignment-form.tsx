import { useState } from 'react';
import * as z from 'zod';
import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import { lookWords } from '#domain/assignments/assignment-moves.ts';
import { placeOf } from '#domain/assignments/assignment-words.ts';
import { lastPosition } from '#domain/assignments/positions.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import type { AssignmentBook } from '#src/entities/assignment/use-assignment-book.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { fieldLabel } from '#src/entities/job/job-fields.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField } from '#src/ui/form/fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z
  .object({ userId: z.string().min(1, 'Choose the person'), sourceId: z.string(), facility: z.string(), enabled: z.boolean() })
  .refine(({ sourceId, facility }) => sourceId !== '' || facility !== '', {
    path: ['facility'],
    message: 'Choose a source, a facility or both',
  });
type Draft = z.output<typeof Draft>;
type Props = EditorProps<AssignmentRuleRow | null> & {
  readonly rules: readonly AssignmentRuleRow[];
  readonly book: AssignmentBook;
};

const facilityKey = ({ facilityId, facilityText }: AssignmentRuleRow): string =>
  facilityId === null ? (facilityText === null ? '' : `text:${facilityText}`) : `ats:${facilityId}`;

/** One assignment. Says before it is saved which open jobs get another person; saving works offline. */
export function AssignmentForm({ row, rules, book, onClose }: Props) {
  const [newRef] = useState(() => crypto.randomUUID());
  const [ref, id] = row ? [row.ref, row.id] : [newRef, localIdOf(newRef)];
  const { sources } = book;
  // What the rule names stays a choice, also where the lists no longer have it.
  const own = row && { value: String(row.userId), label: row.person };
  const people = (book.people ?? []).map((person) => ({ value: String(person.id), label: person.name }));
  const choices = own && !people.some(({ value }) => value === own.value) ? [...people, own] : people;
  const facilities = book.facilities.some((one) => row === null || one.id === facilityKey(row) || facilityKey(row) === '')
    ? book.facilities
    : [...book.facilities, { id: facilityKey(row as AssignmentRuleRow), name: row?.facilityName ?? row?.facilityText ?? '' }];
  const args = ({ userId, sourceId, facility, enabled }: Draft) => {
    const [kind, ...rest] = facility.split(':');
    const isAts = kind === 'ats';
    return {
      id,
      ref,
      position: row?.position ?? lastPosition(rules),
      userId: Number(userId),
      person: choices.find(({ value }) => value === userId)?.label ?? `person ${userId}`,
      sourceId: sourceId === '' ? null : Number(sourceId),
      facilityId: isAts ? rest.join(':') : null,
      facilityName: isAts ? (facilities.find((one) => one.id === facility)?.name ?? null) : null,
      facilityText: kind === 'text' ? rest.join(':') : null,
      enabled,
    };
  };
  const initial = row
    ? { userId: String(row.userId), sourceId: String(row.sourceId ?? ''), facility: facilityKey(row), enabled: row.enabled }
    : { userId: '', sourceId: '', facility: '', enabled: true };
  const placeFor = (draft: Draft) => placeOf(args(draft), sources.find((one) => String(one.id) === draft.sourceId)?.name ?? null);
  const form = useForm(Draft, {
    initial,
    onSubmit: useSaveChange('assignmentRule.save.v1', {
      args,
      done: (draft: Draft) => `Assignment of ${placeFor(draft)} saved`,
      onSaved: onClose,
    }),
  });
  const draft = Draft.safeParse(form.values);
  const blank = { version: 0, by: '', at: '', purged: false };
  const next = draft.success && [...rules.filter((rule) => rule.id !== id), { ...blank, ...args(draft.data) }];
  return (
    <FormDialog {...titlesFor('assignment', row && placeFor(initial))} form={form} onClose={onClose}>
      <SelectField label="Assigned to" required choices={choices} {...form.field('userId')} />
      <SelectField
        label="Source"
        hint="Includes the sources that it groups."
        choices={sources.map((source) => ({ value: String(source.id), label: source.name }))}
        {...form.field('sourceId')}
      />
      <ReferenceField
        label={fieldLabel('facility')}
        hint="A facility of the ATS takes all jobs that are mapped to it, also those mapped later."
        placeholder="All facilities"
        choices={facilities}
        {...form.field('facility')}
      />
      <SwitchField label="Assigns jobs" {...form.field('enabled')} />
      <p className="muted" role="status">
        {next && book.ready ? lookWords(book.lookOf(next, id)) : 'Says here which open jobs get another person.'}
      </p>
    </FormDialog>
  );
}
