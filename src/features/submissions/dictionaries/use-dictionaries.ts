import { useMemo } from 'react';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import type { Dictionaries } from './held-dictionary.ts';

/** What this device holds of dictionaries and their mappings. `ready` once all of it has arrived. */
export function useDictionaries(): { readonly ready: boolean; readonly held: Dictionaries } {
  const entries = useCollection('submissionEntry');
  const steps = useCollection('submissionDictionaryStep');
  const targets = useCollection('submissionTarget');
  const held = useMemo(
    () => ({ entries: entries.rows, steps: steps.rows, targets: targets.rows }),
    [entries.rows, steps.rows, targets.rows],
  );
  return { ready: entries.ready && steps.ready && targets.ready, held };
}
