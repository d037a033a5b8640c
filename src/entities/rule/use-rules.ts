import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/**
 * The customer's rules, including deleted but not purged ones. A rule created on this device may exist twice after the service
 * has numbered it, until its last change is pulled. The numbered row is used.
 */
export function useRules(): { readonly ready: boolean; readonly rows: readonly StoredRule[] } {
  const { ready, rows } = useCollection('rule');
  const numbered = new Set(rows.flatMap(({ id, ref }) => (id > 0 && ref !== null ? [ref] : [])));
  return { ready, rows: rows.filter(({ id, ref, purged }) => !purged && (id > 0 || ref === null || !numbered.has(ref))) };
}
