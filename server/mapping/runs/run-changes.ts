import { sql } from 'kysely';
import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { isTouchedSince, type MappedPart } from '#domain/mapping/run-step.ts';
import type { Db } from '#server/kit/db/connection.ts';

type Line = {
  id: number;
  kind: MapKind;
  name: string;
  before: string | null;
  after: string | null;
  beforeName: string | null;
  afterName: string | null;
  undone: boolean;
  touchedBy: string | null;
  touchedAt: string | null;
};

/** `isTouchedSince` in SQL: after the run, a person set the row aside or changed its mapping. */
const touchedSince = sql`(
  (v.row ->> 'ignored') is distinct from (c.after ->> 'ignored')
  or ((v.row ->> 'how' = 'person' or (v.row ->> 'how' is null and v.row ->> 'by' is not null))
    and (v.row -> 'mappedId', v.row -> 'how', v.row -> 'by', v.row -> 'at')
      is distinct from (c.after -> 'mappedId', c.after -> 'how', c.after -> 'by', c.after -> 'at')))`;

/** The changes of a run, one page at a time, with the names of both values and who changed a row since. */
export async function runChanges(
  db: Db,
  customerId: number,
  runId: number,
  page: { readonly size: number; readonly number: number; readonly touchedOnly: boolean },
): Promise<{ total: number; rows: Line[] }> {
  const from = sql`from map_run_change c
    join map_value v on v.customer_id = c.customer_id and v.id = c.value_id and not v.deleted
    where c.customer_id = ${customerId} and c.run_id = ${runId} ${page.touchedOnly ? sql`and not c.undone and ${touchedSince}` : sql``}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
  const { rows } = await sql<{ row: MapValueRow; before: MappedPart; after: MappedPart; undone: boolean }>`
    select v.row, c.before, c.after, c.undone ${from}
    order by c.value_id limit ${page.size} offset ${(page.number - 1) * page.size}`.execute(db);
  const names = await namesOf(db, customerId, rows);
  return { total: counted[0]?.total ?? 0, rows: rows.map((found) => lineOf(found, names)) };
}

type Found = { row: MapValueRow; before: MappedPart; after: MappedPart; undone: boolean };
const nameKey = (kind: string, extId: string) => `${kind}/${extId}`;

function lineOf({ row, before, after, undone }: Found, names: ReadonlyMap<string, string>): Line {
  const touched = !undone && isTouchedSince(row, after);
  const nameOf = (extId: string | null) => (extId === null ? null : (names.get(nameKey(row.kind, extId)) ?? null));
  return {
    id: row.id,
    kind: row.kind,
    name: row.text,
    before: before.mappedId,
    after: after.mappedId,
    beforeName: nameOf(before.mappedId),
    afterName: nameOf(after.mappedId),
    undone,
    // Setting a row aside does not record who did it.
    touchedBy: touched ? (row.by ?? 'Somebody') : null,
    touchedAt: touched ? row.at : null,
  };
}

async function namesOf(db: Db, customerId: number, rows: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ before, after }) => [before.mappedId, after.mappedId]).filter((id) => id !== null))];
  const targetId = rows[0]?.row.targetId;
  if (ids.length === 0 || targetId === undefined) return new Map();
  const { rows: named } = await sql<{ kind: string; extId: string; name: string }>`
    select kind, ext_id as "extId", row ->> 'name' as name from ats_value
    where customer_id = ${customerId} and target_id = ${targetId} and ext_id = any(${ids}::text[]) and not deleted`.execute(db);
  return new Map(named.map(({ kind, extId, name }) => [nameKey(kind, extId), name]));
}
