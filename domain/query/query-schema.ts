import type { Condition } from './condition.ts';

/** A column that may be named in a query; `key` is the engine's column. `exact` texts compare whole unless `~` is written. */
export type QueryField = {
  readonly key: string;
  readonly label: string;
  readonly type: 'text' | 'number' | 'date' | 'flag';
  readonly aliases?: readonly string[];
  readonly exact?: boolean;
};

/** What may stand behind `is:` or `flag:`, and what it means. */
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

/** Looks a name up by key or alias, whatever its letter case. */
export function fieldNamed(schema: QuerySchema, name: string): QueryField | null {
  const wanted = name.toLowerCase();
  return schema.fields.find((f) => f.key.toLowerCase() === wanted || among(f.aliases, wanted)) ?? null;
}

/** Looks up a predicate of `is:` or `flag:` by name or alias, whatever its letter case. */
export function predicateNamed(schema: QuerySchema, of: 'is' | 'flag', name: string): QueryPredicate | null {
  const wanted = name.toLowerCase();
  return schema[of].find((p) => p.name.toLowerCase() === wanted || among(p.aliases, wanted)) ?? null;
}

function among(aliases: readonly string[] | undefined, wanted: string): boolean {
  return aliases?.some((alias) => alias.toLowerCase() === wanted) ?? false;
}
