import { useEffect, useState } from 'react';
import type { SubstitutionType } from '#contract/rows/rule-rows.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { gridClientOf } from '#src/workers/store-workers.ts';

/** A vendor text, and how many jobs on this device have it. */
export type VendorText = { readonly text: string; readonly jobs: number };

const keys = { 2: 'degree', 3: 'specialty' } as const;
/** More distinct degrees or specialties than any vendor has. */
const most = 5000;

/** All distinct degrees or specialties on this device, most frequent first; null until they are read. */
export function useVendorTexts(type: SubstitutionType): readonly VendorText[] | null {
  const { store } = useLocalStore();
  const [read, setRead] = useState<{ readonly type: SubstitutionType; readonly texts: readonly VendorText[] } | null>(null);
  useEffect(() => {
    let stale = false;
    gridClientOf(store)
      .facets(keys[type], '', most)
      .then((facets) => {
        const texts = facets.flatMap(({ value, count }) =>
          typeof value === 'string' && value !== '' ? [{ text: value, jobs: count }] : [],
        );
        if (!stale) setRead({ type, texts });
      })
      .catch(() => !stale && setRead({ type, texts: [] }));
    return () => {
      stale = true;
    };
  }, [store, type]);
  return read?.type === type ? read.texts : null;
}
