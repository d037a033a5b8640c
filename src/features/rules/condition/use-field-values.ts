import { useEffect, useState } from 'react';
import { fieldOf } from '#domain/fields/catalogue.ts';
import { textOf } from '#domain/fields/values.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { gridClientOf } from '#src/workers/store-workers.ts';

/** A value of the jobs on this device, with the number of jobs. */
export type FieldValueCount = { readonly text: string; readonly jobs: number };

const none: readonly FieldValueCount[] = [];
const shown = 40;

/** Values of a field in the jobs on this device that contain the typed text, most frequent first. */
export function useFieldValues(fieldId: number | null, typed: string): readonly FieldValueCount[] {
  const { store } = useLocalStore();
  const field = fieldId === null ? undefined : fieldOf(fieldId);
  const isHeld = field?.home === 'job' || field?.lookup === 'expandedStatus';
  const key = isHeld && (field.type === 'lookup' || field.type === 'text') ? field.key : null;
  const asked = JSON.stringify([key, typed]);
  const [found, setFound] = useState<{ readonly asked: string; readonly values: readonly FieldValueCount[] } | null>(null);
  useEffect(() => {
    let stale = false;
    const [wanted, words] = JSON.parse(asked) as [string | null, string];
    if (wanted === null) return undefined;
    gridClientOf(store)
      .facets(wanted, words, shown)
      .then((facets) => {
        const values = facets.flatMap(({ value, count }) =>
          value === null || value === '' || typeof value === 'object' ? [] : [{ text: textOf(value, field), jobs: count }],
        );
        if (!stale) setFound({ asked, values });
      })
      // Suggestions are optional: without them, users type the value.
      .catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [store, asked, field]);
  return found?.asked === asked ? found.values : none;
}
