import { ok, type Result } from '#contract/kit/result.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { RefusedRow } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import type { NamedColumn } from '#server/parsing/named-table.ts';
import { readTableApart } from '#server/parsing/read-apart.ts';
import type { FileReader } from '#server/parsing/turns/parser-turns.ts';
import type { ListedValue } from '#server/targets/adapter/target-adapter.ts';

const mostRows = 50_000;

const names = 'objectName name facility facilityName client clientName degree specialty profession shift hospitalName'.split(' ');
const ids = 'externalId extId id ccn clientId facilityId specialtyId professionId code'.split(' ');
const parentIds = 'degreeExternalId degreeId parentId parentExternalId parentClientId professionId'.split(' ');

const optional = (label: string, longest: number, ...headings: string[]): NamedColumn => ({
  headings: [headings],
  label,
  needs: 'neither',
  longest,
});

/** The columns of a list. A column that a list of this kind does not have is never found, so its cells are empty. */
function columnsOf(kind: MapKind) {
  const place = (label: string, longest: number, ...headings: string[]) =>
    optional(label, longest, ...(kind === 'facility' ? headings : []));
  return {
    // In "specialty_id, specialty, profession_id, profession", the list's own id comes first. In a list without ids, the name is
    // the id.
    extId: { headings: [`${kind}Id`, ...ids], label: 'id', needs: 'cell', longest: 100, orSameAs: 'name' },
    name: { headings: [kind, names], label: 'name', needs: 'cell', longest: 200 },
    parentId: optional('parent id', 100, ...(kind === 'specialty' || kind === 'facility' ? parentIds : [])),
    address: place('address', 200, 'address', 'streetAddress', 'address1', 'street'),
    city: place('city', 100, 'city', 'cityTown', 'town'),
    state: place('state', 40, 'state', 'st'),
    zip: place('zip', 12, 'zip', 'zipCode', 'postalCode'),
  } satisfies Record<string, NamedColumn>;
}

/** Reads a reference list (CSV, TXT or XLSX). Returns ATS values, and rejected rows with field, value and remedy. */
export async function readAtsList(
  bytes: Uint8Array,
  kind: MapKind,
  reader: FileReader,
): Promise<Result<{ values: ListedValue[]; refused: readonly RefusedRow[] }, FeedProblem>> {
  const read = await readTableApart(bytes, { columns: columnsOf(kind), mostRows }, reader);
  if (!read.ok) return read;
  const values = read.value.rows.map(
    ({ cells: { extId, name, parentId, address, city, state, zip } }): ListedValue => ({
      kind,
      extId,
      name,
      parentId: parentId || null,
      address: address || null,
      city: city || null,
      state: state || null,
      zip: zip || null,
    }),
  );
  return ok({ values, refused: read.value.refused });
}
