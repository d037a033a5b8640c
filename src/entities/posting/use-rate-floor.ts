import type { RateFloorRow } from '#contract/rows/rate-floor.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The customer's lowest rates. `ready` is true once a first complete copy has arrived; `floor` is null where none is set. */
export function useRateFloor(): { readonly ready: boolean; readonly floor: RateFloorRow | null } {
  const { ready, rows } = useCollection('rateFloor');
  return { ready, floor: rows.find(({ purged }) => !purged) ?? null };
}
