import type { SubmissionTargetRow } from '#contract/rows/submission.ts';
import type { SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import type { SubmissionDictionaryStepRow } from '#contract/rows/submission-pair.ts';
import type { DictionaryEntry } from '#contract/submissions/dictionaries.ts';
import type { SystemType } from '#contract/submissions/words.ts';
import type { Change } from '#domain/commands/kit/command.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { type DictionaryStep, dictionaryKey, entryName } from '#domain/submissions/dictionaries.ts';
import { submissionSystem } from '#domain/submissions/systems.ts';

/** A mapping of an entry: the other entry with its target, and the row of this device. */
type HeldMapping = { readonly other: string; readonly otherTarget: string; readonly step: SubmissionDictionaryStepRow };
/** An entry of a dictionary as the list shows it. */
export type HeldEntry = Omit<DictionaryEntry, 'mappings'> & { readonly mappings: readonly HeldMapping[] };

/** What this device holds of dictionaries, of every target. */
export type Dictionaries = {
  readonly entries: readonly SubmissionEntryRow[];
  readonly steps: readonly SubmissionDictionaryStepRow[];
  readonly targets: readonly SubmissionTargetRow[];
};
type Place = { readonly targetId: number; readonly objectId: number };

const byText = (one: string, other: string): number => one.localeCompare(other, 'en');

/** The rows of one dictionary of a target that its list has now. */
export const listedEntries = (entries: readonly SubmissionEntryRow[], { targetId, objectId }: Place) =>
  entries
    .filter(
      (entry) => entry.kind === 'dictionary' && entry.targetId === targetId && entry.objectId === objectId && !entry.removed,
    )
    .toSorted((one, other) => byText(entryName(one), entryName(other)));

/** The entries of one dictionary of a target, each with what it is mapped to at other targets. */
export function heldDictionary({ entries, steps, targets }: Dictionaries, place: Place): readonly HeldEntry[] {
  const entryOf = new Map(entries.map((entry) => [entry.id, entry]));
  const targetOf = new Map(targets.map(({ id, name }) => [id, name]));
  const kept = steps.filter(({ purged }) => !purged);
  const mappingsOf = (id: number): HeldMapping[] =>
    kept
      .flatMap((step) => {
        if (step.fromId !== id && step.toId !== id) return [];
        const other = entryOf.get(step.fromId === id ? step.toId : step.fromId);
        return other ? [{ other: entryName(other), otherTarget: targetOf.get(other.targetId) ?? '', step }] : [];
      })
      .toSorted((a, b) => byText(a.otherTarget, b.otherTarget) || byText(a.other, b.other));
  return listedEntries(entries, place).map(({ id, extId, name, custom1 = '', custom2 = '', isDefault = false }) => ({
    ...place,
    id,
    extId,
    name,
    custom1,
    custom2,
    isDefault,
    mappings: mappingsOf(id),
  }));
}

/** Targets that the entries of a target can be mapped to, by name: destinations for an ATS, else sources. */
export const otherTargets = (
  targets: readonly SubmissionTargetRow[],
  { id, type }: { readonly id: number; readonly type: SystemType },
) =>
  targets
    .filter((one) => one.id !== id && (submissionSystem(one.systemId)?.type === 2) !== (type === 2))
    .toSorted((one, other) => byText(one.name, other.name));

type End = { readonly id: number; readonly targetId: number };

/** The mapping between an entry and one of another target: entries of an ATS are those of a source, any other those of a destination. */
export const stepBetween = (type: SystemType, own: End, other: End): DictionaryStep =>
  type === 2
    ? { targetId: other.targetId, fromId: own.id, toId: other.id }
    : { targetId: own.targetId, fromId: other.id, toId: own.id };

/** The mapping of this device for the same entry and destination, whatever it says. */
export const heldStep = (steps: readonly SubmissionDictionaryStepRow[], step: Pick<DictionaryStep, 'targetId' | 'fromId'>) =>
  steps.find((one) => !one.purged && dictionaryKey(one) === dictionaryKey(step));

/** The arguments that save a mapping: an earlier one for the same becomes it. `ref` is a new UUID for a new one. */
export function savedStep(
  { targetId, fromId, toId }: DictionaryStep,
  steps: readonly SubmissionDictionaryStepRow[],
  ref: string,
) {
  const held = heldStep(steps, { targetId, fromId });
  return { id: held?.id ?? localIdOf(ref), ref: held ? held.ref : ref, targetId, fromId, toId };
}

/** The change that removes a mapping. */
export const removedStep = ({ id, ref, targetId, fromId }: SubmissionDictionaryStepRow): Change => ({
  name: 'submissionDictionaryStep.remove.v1',
  args: { id, ref, targetId, fromId },
});
