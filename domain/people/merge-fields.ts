/** A field that two people changed: the value of the caller and the stored one. */
type FieldConflict = { readonly field: string; readonly yours: unknown; readonly theirs: unknown };

/** The fields to store, or the fields on which the caller and someone else disagree. */
export type Merged<T> =
  | { readonly kind: 'merged'; readonly fields: Partial<T> }
  | { readonly kind: 'conflict'; readonly conflicts: readonly FieldConflict[] };

/**
 * Merges a form with what is stored now, field by field. `base` is what the form showed when it opened, `sent` what it sends. A
 * field that the caller left alone keeps the stored value; one that only the caller changed is stored; one that both changed to
 * different values is a conflict, and then nothing is stored. Values are compared as JSON; a list of ids is one value, so sort it
 * first. Without `base`, every sent field is stored.
 */
export function mergeFields<T extends object>(base: Partial<T> | undefined, stored: T, sent: Partial<T>): Merged<T> {
  const fields: Partial<T> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of Object.keys(sent) as (keyof T & string)[]) {
    const yours = sent[field];
    const theirs = stored[field];
    if (base !== undefined && field in base && isEqual(yours, base[field])) continue;
    if (isEqual(yours, theirs)) continue;
    const isStoredNew = base !== undefined && field in base && !isEqual(theirs, base[field]);
    if (isStoredNew) conflicts.push({ field, yours, theirs });
    else fields[field] = yours;
  }
  return conflicts.length > 0 ? { kind: 'conflict', conflicts } : { kind: 'merged', fields };
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
