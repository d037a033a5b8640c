import type { CollectionName } from '#contract/rows/rows.ts';
import type { RowNames } from '#domain/commands/kit/wording.ts';
import { fieldLabel } from '#src/entities/job/job-fields.ts';
import { readRows } from '#src/store/rows.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import { counted } from '#src/ui/format/format.ts';

/** The noun for rows of a collection, and a phrase for one row by its own name (null: unknown). */
type Naming = { readonly noun: string; readonly nameField: string; readonly phrase: (name: string | null, id: number) => string };

const quoted =
  (noun: string) =>
  (name: string | null): string =>
    name === null ? `a ${noun}` : `the ${noun} “${name}”`;

const namings: { readonly [C in CollectionName]?: Naming } = {
  job: { noun: 'job', nameField: 'providerJobId', phrase: (name, id) => `job ${name ?? id}` },
  mapValue: { noun: 'vendor text', nameField: 'text', phrase: (name) => (name ? `“${name}”` : '1 vendor text') },
  source: { noun: 'source', nameField: 'name', phrase: (name) => name ?? 'a source' },
  rule: { noun: 'rule', nameField: 'name', phrase: quoted('rule') },
  goldenJob: { noun: 'pinned job', nameField: 'name', phrase: quoted('pinned job') },
  substitutionTarget: { noun: 'substitution name', nameField: 'name', phrase: quoted('substitution name') },
  substitutionRule: { noun: 'substitution rule', nameField: 'rule', phrase: quoted('substitution rule') },
};

/** Names rows in sentences. `nameOf` returns a row's own name if the device knows it. */
export const rowNames = (nameOf: (collection: CollectionName, id: number) => string | null): RowNames => ({
  of(collection, ids) {
    const naming = namings[collection];
    const [first] = ids;
    if (ids.length !== 1 || first === undefined || !naming) return counted(ids.length, naming?.noun ?? 'row');
    return naming.phrase(nameOf(collection, first), first);
  },
  field: (field) => withoutCapital(fieldLabel(field)),
});

/** A label inside a sentence. Abbreviations keep their capitals. */
const withoutCapital = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label);

/** Names of the rows that some changes touch, read from the device. */
export function useRowNames(entries: readonly { readonly rows: readonly string[] }[]): RowNames {
  const wanted = [...new Set(entries.flatMap((entry) => entry.rows.slice(0, 1)))].sort();
  const watched = useWatched(
    wanted.join(' '),
    async (store) => {
      const names = new Map<string, string>();
      for (const [collection, naming] of Object.entries(namings) as [CollectionName, Naming][]) {
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
  return rowNames((collection, id) => (watched.ready ? (watched.value.get(`${collection}/${id}`) ?? null) : null));
}
