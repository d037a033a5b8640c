import type { JobRow } from '#contract/rows/jobs.ts';
import type { FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import { type OpenCombination, openCombinations } from '#domain/posting/flex-mapping/open-combinations.ts';
import { scanFields } from '#src/store/rows.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';

/** The combinations of open jobs of this device that a flex mapping has no line for, those of most jobs first. */
export function useOpenCombinations(flex: FlexMapping | null): readonly OpenCombination[] {
  const keys = flex?.jobFields ?? [];
  const read = useWatched(
    `combinations ${JSON.stringify(keys)}`,
    async (store) => (keys.length === 0 ? [] : scanFields(store, 'job', ['status', ...(keys as (keyof JobRow)[])])),
    ({ changes }) => changes.some(({ collection }) => collection === 'job'),
  );
  return flex && read.ready ? openCombinations(read.value, flex) : [];
}
