import type { CollectionName } from '#contract/rows/rows.ts';
import { namings, rowNamesBy } from '#domain/commands/kit/row-names.ts';
import type { RowNames } from '#domain/commands/kit/wording.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { readRows } from '#src/store/rows.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import { namedIn } from './describe-change.ts';

/** Names rows in sentences. `nameOf` returns a row's own name if the device knows it. */
export const rowNames = (
  nameOf: (collection: CollectionName, id: number) => string | null,
  { of: labelOf }: FieldNames,
): RowNames => rowNamesBy(nameOf, labelOf);

/** Names of the rows that the sentences of some changes name, read from the device. */
export function useRowNames(entries: readonly Pick<OutboxEntry, 'name' | 'args'>[]): RowNames {
  const fieldNames = useFieldNames();
  const wanted = [...new Set(entries.flatMap(namedIn))].sort();
  const watched = useWatched(
    wanted.join(' '),
    async (store) => {
      const names = new Map<string, string>();
      for (const [collection, naming] of Object.entries(namings) as [CollectionName, { nameField: string }][]) {
        const ids = wanted.flatMap((row) => (row.startsWith(`${collection}/`) ? [Number(row.slice(collection.length + 1))] : []));
        for (const row of ids.length > 0 ? await readRows(store, collection, ids) : []) {
          const name = row && (row as unknown as Readonly<Record<string, unknown>>)[naming.nameField];
          if (row && typeof name === 'string') names.set(`${collection}/${row.id}`, name);
        }
      }
      return names;
    },
    () => false,
  );
  return rowNames((collection, id) => (watched.ready ? (watched.value.get(`${collection}/${id}`) ?? null) : null), fieldNames);
}
