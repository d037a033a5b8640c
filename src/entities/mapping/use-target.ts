import type { TargetRow } from '#contract/rows/rows.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The target whose mappings screens show: the first enabled one, or the first; null when there is none. */
export function useTarget(): { readonly ready: boolean; readonly target: TargetRow | null } {
  const { ready, rows } = useCollection('target');
  return { ready, target: rows.find((row) => !row.disabled) ?? rows[0] ?? null };
}
