import type { Condition } from './condition.ts';

/** A column that a query can name. `key` is the engine's column. `exact` texts match as a whole unless `~` is written. */
export type QueryField = {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date' | 'flag';
  readonly aliases?: readonly string[];
  readonly exact?: boolean;
  /** Labels of stored values, for a field whose values mean nothing to people. The query bar does not suggest such a field. */
  readonly valueLabel?: (value: string) => string;
};

/** A word that may follow `is:` or `flag:`, and its meaning. */
export type QueryPredicate = {
  readonly name: string;
  readonly label: string;
  readonly aliases?: readonly string[];
  readonly means: Condition;
};

export type QuerySchema = {
  readonly fields: readonly QueryField[];
  readonly is: readonly QueryPredicate[];
  readonly flag: readonly QueryPredicate[];
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
