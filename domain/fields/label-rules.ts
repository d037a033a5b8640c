import { type LabelRows, type LabelSet, labelsOfSet, levelOf, rowsOfSet } from './label-sets.ts';
import { type Labeled, labeledKeyed, sameLabel, wordsOf } from './label-words.ts';
import { labelProblem, type Words } from './labels.ts';

/** A label as it is sent: `plural` null or blank means the usual plural. */
export type SentLabel = { readonly key: string; readonly value: string; readonly plural: string | null };

/** What is wrong, by the argument that it is about. */
export type LabelProblem = Readonly<Partial<Record<keyof SentLabel, string>>>;

/** What is wrong with a label in a set; null if nothing is. The same on a device and on the service. */
export function problemOf(set: LabelSet, rows: LabelRows, { key, value, plural }: SentLabel): LabelProblem | null {
  const named = labeledKeyed(key);
  if (!named) return { key: `No field has the name ${key}. Send the FieldName of a label of the list.` };
  const wrong = labelProblem(value);
  if (wrong !== null) return { value: wrong };
  const several = plural === null || plural.trim() === '' ? null : labelProblem(plural);
  if (several !== null) return { plural: several };
  const { labels } = labelsOfSet(set, rows);
  const twin = sameLabel(labels, key, value);
  return twin ? { value: `${taken(twin, wordsOf(labels, twin), value)} Choose a different one.` } : null;
}

/** Why the set's own label of a field cannot be removed: the one that would apply then names another field. Null if it can. */
export function removalProblem(set: LabelSet, rows: LabelRows, key: string): string | null {
  const named = labeledKeyed(key);
  const own = rowsOfSet(set, rows).find(({ fieldKey }) => fieldKey === key);
  if (!named || !own) return null;
  const { labels } = labelsOfSet(set, withoutRow(set, rows, own.id));
  const next = wordsOf(labels, named).one;
  const twin = sameLabel(labels, key, next);
  return twin ? `${taken(twin, wordsOf(labels, twin), next)} Give that field another label first.` : null;
}

/** The number of a customer's label says nothing of a general one, so only rows of the set's own table are left out. */
function withoutRow(set: LabelSet, { own, general }: LabelRows, id: number): LabelRows {
  if (levelOf(set) === 'customerId') return { own: own.filter((row) => row.id !== id), general };
  return { own, general: general.filter((row) => row.id !== id) };
}

const taken = (twin: Labeled, { one }: Words, value: string): string =>
  one === twin.default.one
    ? `“${value.trim()}” is the label of another field already (${twin.key}).`
    : `“${value.trim()}” is the label of ${twin.default.one} already.`;
