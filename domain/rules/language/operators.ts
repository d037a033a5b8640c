/**
 * The operators of the rule language. This is their only list: the grammar's tokens, the builder, the printer, both evaluators
 * and the sentence use it. `name` is the documented word, `also` has other accepted spellings.
 */
type OperatorEntry = {
  readonly name: string;
  readonly also: readonly string[];
  /** What is compared: whether values are the same, their order, their text, or the kind of value. */
  readonly compares: 'same' | 'order' | 'text' | 'state';
  /** The operator with the opposite meaning. */
  readonly opposite?: string;
  /** The words for it in a rule's sentence, between field and value. */
  readonly says: string;
};

export const operators = [
  { name: 'equal', also: ['equals', '='], compares: 'same', says: 'is' },
  { name: 'not equal', also: ['not equals', '!=', '<>'], compares: 'same', opposite: 'equal', says: 'is not' },
  { name: 'less than', also: ['<'], compares: 'order', says: 'is less than' },
  { name: 'less equal', also: ['less or equal', '<='], compares: 'order', says: 'is at most' },
  { name: 'greater than', also: ['>'], compares: 'order', says: 'is more than' },
  { name: 'greater or equal', also: ['greater equal', '>='], compares: 'order', says: 'is at least' },
  { name: 'contains', also: [], compares: 'text', says: 'contains' },
  { name: 'does not contain', also: [], compares: 'text', opposite: 'contains', says: 'does not contain' },
  { name: 'starts', also: ['starts with'], compares: 'text', says: 'starts with' },
  { name: 'does not start', also: ['does not start with'], compares: 'text', opposite: 'starts', says: 'does not start with' },
  { name: 'ends with', also: ['ends'], compares: 'text', says: 'ends with' },
  { name: 'does not end with', also: ['does not end'], compares: 'text', opposite: 'ends with', says: 'does not end with' },
  { name: 'is', also: [], compares: 'state', says: 'is' },
] as const satisfies readonly OperatorEntry[];

export type OperatorName = (typeof operators)[number]['name'];
export type Operator = OperatorEntry & { readonly name: OperatorName };

/** The states that may follow `is`. */
export const states = ['empty', 'not empty', 'a number', 'not a number', 'a date', 'not a date', 'yes', 'no'] as const;
export type State = (typeof states)[number];

const tidy = (words: string): string => words.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const entries: readonly Operator[] = operators;
const bySpelling = new Map(entries.flatMap((entry) => [entry.name, ...entry.also].map((spelling) => [spelling, entry] as const)));

/** The operator for a spelling, in any letter case and spacing. */
export const operatorNamed = (words: string): Operator | undefined => bySpelling.get(tidy(words));

/** The state after `is`. Undefined if the words are none. */
export const stateNamed = (words: string): State | undefined => states.find((state) => state === tidy(words));

/** Spellings, longest first, so that `less or equal` is not read as `less`. */
const spellings: readonly string[] = [...bySpelling.keys()].sort((a, b) => b.length - a.length);
const isSymbol = (spelling: string): boolean => /^[<>=!]/.test(spelling);
const pattern = new RegExp(
  `(?:${spellings.map((s) => (isSymbol(s) ? s : `${s.replaceAll(' ', String.raw`\s+`)}(?![\\p{L}\\p{N}_])`)).join('|')})`,
  'iuy',
);

/** The length of the operator at `from` in `text`; 0 if there is none. */
export function operatorLengthAt(text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.[0].length ?? 0;
}
