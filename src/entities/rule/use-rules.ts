import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The customer's rules, including deleted but not purged ones. */
export function useRules(): { readonly ready: boolean; readonly rows: readonly StoredRule[] } {
  const { ready, rows } = useCollection('rule');
  return { ready, rows: rows.filter(({ purged }) => !purged) };
}
