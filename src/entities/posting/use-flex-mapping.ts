import type { FlexMappingRow } from '#contract/rows/flex-mapping.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The flex mapping of a target; null if it has none. */
export function useFlexMapping(targetId: number | undefined): FlexMappingRow | null {
  const { rows } = useCollection('flexMapping');
  return rows.find(({ id, purged }) => id === targetId && !purged) ?? null;
}
