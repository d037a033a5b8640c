/** JSON with the keys of every object in order, so that equal values have one text (and one fingerprint). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  );
}

/** Whether two values are the same JSON, whatever the order of keys: the database keeps one of its own. */
export const sameJson = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);
