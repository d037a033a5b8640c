import { useState } from 'react';
import * as z from 'zod';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { entryName } from '#domain/submissions/dictionaries.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField } from '#src/ui/form/fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import {
  type Dictionaries,
  type HeldEntry,
  heldStep,
  listedEntries,
  otherTargets,
  savedStep,
  stepBetween,
} from './held-dictionary.ts';

const Draft = z.object({ otherTarget: z.string().min(1, 'Choose a target'), otherId: z.string().min(1, 'Choose an entry') });
type Draft = z.output<typeof Draft>;

type Props = EditorProps<HeldEntry> & {
  target: SubmissionTarget;
  dictionary: { readonly id: number; readonly name: string };
  held: Dictionaries;
};

/** Maps an entry to one of the same dictionary of another target. Saving works offline. */
export function EntryMappingForm({ row, target, dictionary, held, onClose }: Props) {
  const [ref] = useState(() => crypto.randomUUID());
  const others = otherTargets(held.targets, target);
  const stepOf = ({ otherTarget, otherId }: Draft) =>
    stepBetween(target.type, row, { id: Number(otherId), targetId: Number(otherTarget) });
  const form = useForm(Draft, {
    initial: { otherTarget: '', otherId: '' },
    onSubmit: useSaveChange('submissionDictionaryStep.save.v1', {
      args: (draft: Draft) => savedStep(stepOf(draft), held.steps, ref),
      done: () => `Mapping of ${entryName(row)} saved`,
      onSaved: onClose,
    }),
  });
  const { otherTarget, otherId } = form.values;
  const listed =
    otherTarget === '' ? [] : listedEntries(held.entries, { targetId: Number(otherTarget), objectId: dictionary.id });
  const replaced = otherId === '' ? null : replacedWords(held, stepOf(form.values));
  const change = (chosen: string) => form.setAll({ otherTarget: chosen, otherId: '' });
  return (
    <FormDialog title={`Map ${entryName(row)}`} saveLabel="Save mapping" form={form} onClose={onClose}>
      {others.length === 0 && (
        <p>{`There is no ${target.type === 2 ? 'destination' : 'source'} to map to yet. Add one under Submission targets.`}</p>
      )}
      <SelectField
        label={target.type === 2 ? 'Destination' : 'Source'}
        required
        choices={targetChoices(others)}
        {...form.field('otherTarget')}
        onChange={change}
      />
      <ReferenceField
        label={`${dictionary.name} there`}
        required
        disabled={otherTarget === ''}
        choices={listed.map((entry) => ({ id: String(entry.id), name: entryName(entry), detail: entry.extId }))}
        {...(otherTarget !== '' && listed.length === 0 && { hint: 'This target has no entries in this dictionary yet.' })}
        {...form.field('otherId')}
      />
      {replaced !== null && <p className="muted">{replaced}</p>}
    </FormDialog>
  );
}

/** What the mapping of this device for the same entry and destination says, if another one is chosen. */
function replacedWords({ entries, steps, targets }: Dictionaries, step: ReturnType<typeof stepBetween>): string | null {
  const before = heldStep(steps, step);
  if (!before || before.toId === step.toId) return null;
  const nameOf = (id: number) => {
    const entry = entries.find((one) => one.id === id);
    return entry ? entryName(entry) : 'An entry';
  };
  const target = targets.find(({ id }) => id === step.targetId)?.name ?? 'the destination';
  return `${nameOf(step.fromId)} is mapped to ${nameOf(before.toId)} of ${target} now. This mapping takes its place.`;
}
