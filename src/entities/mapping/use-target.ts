import type { TargetRow } from '#contract/rows/rows.ts';
import { firstTarget } from '#domain/targets/target-kinds.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The target whose mappings screens show: the named one, else the first enabled one, else the first; null when there is none. */
export function useTarget(id: number | null = null): { readonly ready: boolean; readonly target: TargetRow | null } {
  const { ready, rows } = useCollection('target');
  const named = rows.find((row) => row.id === id);
  return { ready, target: named ?? firstTarget(rows) ?? null };
}
