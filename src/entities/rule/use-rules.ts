import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/**
 * The customer's rules, deleted ones too, without those removed for good. A rule that this device made and the service has
 * numbered since may stand there twice until its last change is pulled: the numbered one counts.
 */
export function useRules(): { readonly ready: boolean; readonly rows: readonly StoredRule[] } {
  const { ready, rows } = useCollection('rule');
  const numbered = new Set(rows.flatMap(({ id, ref }) => (id > 0 && ref !== null ? [ref] : [])));
  return { ready, rows: rows.filter(({ id, ref, purged }) => !purged && (id > 0 || ref === null || !numbered.has(ref))) };
}
