import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { RefusedRow } from '#server/parsing/collect-records.ts';
import { comparable } from '#server/parsing/field-aliases.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import { readFeed } from '#server/parsing/files/read-feed.ts';
import type { ListedValue } from '#server/targets/adapter/target-adapter.ts';

/** Column names for each of our fields, normalized by `comparable`. The first one in the file is used. */
const columns: Record<'extId' | 'name' | 'parentId' | 'address' | 'city' | 'state' | 'zip', readonly string[]> = {
  extId: ['externalid', 'extid', 'id', 'ccn', 'clientid', 'facilityid', 'specialtyid', 'professionid', 'code'],
  name: [
    'objectname',
    'name',
    'facility',
    'facilityname',
    'client',
    'clientname',
    'degree',
    'specialty',
    'profession',
    'shift',
    'hospitalname',
  ],
  parentId: ['degreeexternalid', 'degreeid', 'parentid', 'parentexternalid', 'parentclientid', 'professionid'],
  address: ['address', 'streetaddress', 'address1', 'street'],
  city: ['city', 'citytown', 'town'],
  state: ['state', 'st'],
  zip: ['zip', 'zipcode', 'postalcode'],
};

const Row = z.object({
  extId: z.string().trim().min(1).max(100),
  name: z.string().trim().min(1).max(200),
  parentId: z.string().trim().max(100).nullable(),
  address: z.string().trim().max(200).nullable(),
  city: z.string().trim().max(100).nullable(),
  state: z.string().trim().max(40).nullable(),
  zip: z.string().trim().max(12).nullable(),
});

/** Reads a reference list (CSV, TXT or XLSX). Returns ATS values, and rejected rows with field, value and remedy. */
export async function readAtsList(
  bytes: Uint8Array,
  kind: MapKind,
): Promise<Result<{ values: ListedValue[]; refused: RefusedRow[] }, FeedProblem>> {
  const table = await readFeed(bytes);
  if (!table.ok) return table;
  const at = placesOf(table.value.columns, kind);
  if (at.name === -1)
    return no({
      kind: 'no_records',
      words: `The file has no column with the name of each ${kind}. Call its columns id and name.`,
    });
  const values: ListedValue[] = [];
  const refused: RefusedRow[] = [];
  for (const { row, cells } of table.value.rows) {
    const cell = (index: number) => (index === -1 ? null : cells[index]?.trim() || null);
    const read = Row.safeParse({
      extId: cell(at.extId) ?? '',
      name: cell(at.name) ?? '',
      parentId: kind === 'specialty' || kind === 'facility' ? cell(at.parentId) : null,
      ...(kind === 'facility'
        ? { address: cell(at.address), city: cell(at.city), state: cell(at.state), zip: cell(at.zip) }
        : { address: null, city: null, state: null, zip: null }),
    });
    if (read.success) values.push({ kind, ...read.data });
    else refused.push({ row, problems: read.error.issues.map((issue) => problemOf(issue, table.value.columns, at, cells)) });
  }
  return ok({ values, refused });
}

type Places = Record<keyof typeof columns, number>;

function placesOf(names: readonly string[], kind: MapKind): Places {
  const known = names.map(comparable);
  const find = (field: keyof typeof columns) => known.findIndex((name) => columns[field].includes(name));
  const extId = columns.extId.map((name) => known.indexOf(name)).find((index) => index !== -1) ?? -1;
  // In "specialty_id, specialty, profession_id, profession", the list's own id comes first.
  const own = known.indexOf(`${kind}id`);
  const name = [known.indexOf(kind), find('name')].find((index) => index !== -1) ?? -1;
  return {
    // In a list without ids, the name is the id.
    extId: [own, extId, name].find((index) => index !== -1) ?? -1,
    name,
    parentId: find('parentId'),
    address: find('address'),
    city: find('city'),
    state: find('state'),
    zip: find('zip'),
  };
}

function problemOf(
  issue: z.core.$ZodIssue,
  names: readonly string[],
  at: Places,
  cells: readonly string[],
): RefusedRow['problems'][number] {
  const field = String(issue.path[0]) as keyof Places;
  const index = at[field];
  return {
    field,
    column: names[index] ?? '',
    value: cells[index] ?? '',
    problem:
      issue.code === 'too_big' ? `The ${field} is longer than ${String(issue.maximum)} characters.` : `The ${field} is empty.`,
    remedy: issue.code === 'too_big' ? 'Shorten it.' : 'Fill it in, or leave the row out.',
  };
}
