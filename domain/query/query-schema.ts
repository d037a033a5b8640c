import type { Condition } from './condition.ts';

/** A column that a query can name. `key` is the engine's column. `exact` texts match as a whole unless `~` is written. */
export type QueryField = {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date' | 'flag';
  readonly aliases?: readonly string[];
  readonly exact?: boolean;
  /** Without an operator, a value is the start of the text or of a word in it, as for the first digits of a zip code. */
  readonly starts?: boolean;
  /** Labels of stored values, for a field whose values mean nothing to people. The query bar does not suggest such a field. */
  readonly valueLabel?: (value: string) => string;
  /** Labels of numbers that are codes. */
  readonly numberLabel?: (value: number) => string;
};

/** A word that may follow `is:` or `flag:`, and its meaning. */
export type QueryPredicate = {
  readonly name: string;
  readonly label: string;
  readonly aliases?: readonly string[];
  readonly means: Condition;
};

/** The columns that plain words lead to: "texas" to `state`, "above 80 dollars" to `rate`, "next month" to `start`. */
export type PlainWords = {
  readonly state: string;
  readonly rate: string;
  readonly weeklyPay: string;
  readonly start: string;
  readonly posted: string;
  /** Days, for "13 weeks". */
  readonly duration: string;
  readonly hoursPerShift: string;
  readonly hoursPerWeek: string;
  /** Columns with degrees, specialties and shifts, in which the spellings of a word are searched. */
  readonly clinical: readonly string[];
  /** Phrases in lower case with the part of a query that they mean: `not mapped` means `is:unmapped`. */
  readonly phrases: ReadonlyMap<string, string>;
};

export type QuerySchema = {
  readonly fields: readonly QueryField[];
  readonly is: readonly QueryPredicate[];
  readonly flag: readonly QueryPredicate[];
  /** The column of zip codes, for `near:89501~50`. Without it, distances cannot be asked for. */
  readonly near?: string;
  /** Without it, words without a field are only searched as text. */
  readonly plain?: PlainWords;
};

/** Finds a field by key or alias, in any letter case. */
export function fieldNamed(schema: QuerySchema, name: string): QueryField | null {
  const wanted = name.toLowerCase();
  return schema.fields.find((f) => f.key.toLowerCase() === wanted || among(f.aliases, wanted)) ?? null;
}

/** Finds a predicate of `is:` or `flag:` by name or alias, in any letter case. */
export function predicateNamed(schema: QuerySchema, of: 'is' | 'flag', name: string): QueryPredicate | null {
  const wanted = name.toLowerCase();
  return schema[of].find((p) => p.name.toLowerCase() === wanted || among(p.aliases, wanted)) ?? null;
}

function among(aliases: readonly string[] | undefined, wanted: string): boolean {
  return aliases?.some((alias) => alias.toLowerCase() === wanted) ?? false;
}
