import { fieldKeyed, fieldOf, fields } from './catalogue.ts';
import { fieldId } from './field.ts';
import { comparedLabel, type Labels, pluralOf, type Words, workTypeKeys, workTypes } from './labels.ts';

/** Something that has a label: a job field by its number, or another word of the screens, which has none. */
export type Labeled = { readonly key: string; readonly fieldId: number | null; readonly default: Words };

/** The job fields that people name. A local variable has the name that its rule gives it. */
export const labeledFields: readonly Labeled[] = fields
  .filter(({ id }) => id !== fieldId.variable)
  .map(({ id, key, label }) => ({ key, fieldId: id, default: { one: label, many: pluralOf(label) } }));

const workTypeWords = Object.entries(workTypeKeys).map(([number, key]): Labeled => {
  const word = workTypes[Number(number)] ?? '';
  return { key, fieldId: null, default: { one: word, many: word } };
});

/** Words besides the names of fields: what jobs come from, where they are, and the kinds of work. */
export const labeledWords: readonly Labeled[] = [
  ...labeledFields.filter(({ key }) => key === 'source' || key === 'facility'),
  ...workTypeWords,
];

/** Everything that has a label, once. */
export const labeled: readonly Labeled[] = [...labeledFields, ...workTypeWords];

const byKey = new Map(labeled.map((one) => [one.key, one]));

/** What has this key, in its own letter case. */
export const labeledKeyed = (key: string): Labeled | undefined => byKey.get(key);

/** The words for something with a label: the customer's, or else the default. */
export const wordsOf = (labels: Labels, { key, default: usual }: Labeled): Words => labels(key) ?? usual;

const workKeys: ReadonlySet<string> = new Set(Object.values(workTypeKeys));

/**
 * The other field that has a label already, in a set of labels; undefined if none has. Kinds of work are values, not fields: the
 * healthcare wording calls two of them Contract.
 */
export function sameLabel(labels: Labels, key: string, label: string): Labeled | undefined {
  if (workKeys.has(key)) return undefined;
  const wanted = comparedLabel(label);
  return labeledFields.find((other) => other.key !== key && comparedLabel(wordsOf(labels, other).one) === wanted);
}

/** The labels of fields by their numbers, as rules name them, and the customer's words for work types. */
export function labelOfField(labels: Labels) {
  const labelOf = (id: number): string => {
    const field = fieldOf(id);
    return field ? (labels(field.key)?.one ?? field.label) : `field ${id}`;
  };
  return Object.assign(labelOf, { workType: (number: number) => labels(workTypeKeys[number] ?? '')?.one });
}

/** The label of a field by its key, where lists and files name it as the catalog does. */
export const catalogueName = (labels: Labels, key: string, otherwise: string): string =>
  labels(key)?.one ?? fieldKeyed(key)?.label ?? otherwise;
