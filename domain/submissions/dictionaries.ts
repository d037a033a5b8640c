import type { SubmissionEntryRow } from '#contract/rows/submission-lists.ts';
import type { SubmissionDictionaryStepRow } from '#contract/rows/submission-pair.ts';

/** What a mapping between dictionaries says, without who saved it. */
export type DictionaryStep = Pick<SubmissionDictionaryStepRow, 'targetId' | 'fromId' | 'toId'>;
/** What is wrong with a mapping, and the field that says it. */
type DictionaryStepProblem = { readonly field: 'fromId' | 'toId'; readonly message: string };
type Place = Pick<SubmissionEntryRow, 'targetId' | 'objectId'>;
type Entry = Place & Pick<SubmissionEntryRow, 'kind' | 'removed'>;

const problem = (field: DictionaryStepProblem['field'], message: string): DictionaryStepProblem => ({ field, message });

/** How people call an entry: systems may give it an id alone. */
export const entryName = ({ name, extId }: Pick<SubmissionEntryRow, 'name' | 'extId'>): string => name || extId;

/** What is wrong with two entries of dictionaries as a mapping: another dictionary, or the same target. Null if nothing is. */
export function betweenProblem(from: Place, to: Place): DictionaryStepProblem | null {
  if (from.objectId !== to.objectId) return problem('toId', 'Choose an entry of the same dictionary');
  return from.targetId === to.targetId ? problem('toId', 'Choose an entry of another target') : null;
}

/** What is wrong with a mapping, by its entries (undefined: not there). Null if nothing is. */
export function dictionaryStepProblem(
  { targetId }: Pick<DictionaryStep, 'targetId'>,
  from: Entry | undefined,
  to: Entry | undefined,
): DictionaryStepProblem | null {
  if (!isListed(from)) return problem('fromId', 'The source has no such entry in its dictionary. Choose one of it.');
  if (!isListed(to) || to.targetId !== targetId)
    return problem('toId', 'The destination has no such entry in its dictionary. Choose one of it.');
  return betweenProblem(from, to);
}

const isListed = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined && entry.kind === 'dictionary' && !entry.removed;

/** What there is one mapping for: an entry of a source, and a destination. */
export const dictionaryKey = ({ targetId, fromId }: Pick<DictionaryStep, 'targetId' | 'fromId'>): string =>
  [fromId, targetId].join('/');

/** Another mapping of the same entry to the same destination. */
export const rivalDictionaryStep = <S extends DictionaryStep & { readonly id: number }>(
  asked: Pick<DictionaryStep, 'targetId' | 'fromId'> & { readonly id: number },
  steps: readonly S[],
): S | undefined => steps.find((one) => one.id !== asked.id && dictionaryKey(one) === dictionaryKey(asked));

/** Why a mapping is refused while another one is for its entry: what that one says. */
export const rivalDictionaryProblem = (
  target: string,
  { from, to }: { readonly from: string; readonly to: string },
): DictionaryStepProblem => problem('fromId', `${from} is mapped to ${to} of ${target} already. Change that mapping.`);

type MayBeDefault = { readonly isDefault?: boolean | undefined };

/** The default among the entries that a dictionary lists. It has one at most: `replacedDefault` says which entry stops being it. */
export const defaultEntry = <E extends MayBeDefault>(entries: readonly E[]): E | undefined =>
  entries.find(({ isDefault }) => isDefault === true);

/** The entry of a dictionary that is no default any more once the entry `id` (0: a new one) becomes it. */
export const replacedDefault = <E extends MayBeDefault & { readonly id: number }>(
  entries: readonly E[],
  id: number,
): E | undefined => defaultEntry(entries.filter((entry) => entry.id !== id));
