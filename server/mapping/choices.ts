import { sql } from 'kysely';
import type * as z from 'zod';
import type { JobRow } from '#contract/jobs.ts';
import type { MapChoice } from '#contract/mapping-grids.ts';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows.ts';
import { mapFields } from '#domain/jobs/mapping-of.ts';
import type { Db } from '../db/connection.ts';
import { listedByIds } from './grid-rows.ts';
import { matcherFor } from './matchers.ts';
import { valuesOf } from './run-rows.ts';
import { likeOf } from './run-work.ts';

/** Choices a page. */
const pageSize = 50;

export type ChoiceQuery = {
  readonly kind: MapKind;
  readonly query: string;
  readonly page: number;
  readonly state?: string;
  readonly city?: string;
  /** Only values of this parent: the specialties of a degree. */
  readonly parentId?: string | undefined;
};

/** Values of a list by part of their name and place; removed ones are never offered. */
export async function findChoices(
  db: Db,
  customerId: number,
  targetId: number,
  { kind, query, page, state = '', city = '', parentId }: ChoiceQuery,
): Promise<z.infer<typeof MapChoice>[]> {
  const { rows } = await sql<{ row: AtsValueRow }>`
    select a.row from ats_value a
    where a.customer_id = ${customerId} and a.target_id = ${targetId} and a.kind = ${kind} and not a.deleted
      and (a.row ->> 'active')::boolean
      ${query.trim() === '' ? sql`` : sql`and (a.row ->> 'name' ilike ${likeOf(query)} or a.ext_id = ${query.trim()})`}
      ${state.trim() === '' ? sql`` : sql`and upper(a.row ->> 'state') = ${state.trim().toUpperCase()}`}
      ${city.trim() === '' ? sql`` : sql`and a.row ->> 'city' ilike ${likeOf(`${city.trim()}*`)}`}
      ${parentId === undefined ? sql`` : sql`and coalesce(a.row ->> 'parentId', ${parentId}) = ${parentId}`}
    order by lower(a.row ->> 'name'), a.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return rows.map(({ row }) => choiceOf(row, null));
}

const choiceOf = (row: AtsValueRow, certainty: number | null): z.infer<typeof MapChoice> => ({
  ID: row.extId,
  External_ID: row.extId,
  ObjectName: row.name,
  Address: row.address,
  City: row.city,
  State: row.state,
  Zip: row.zip,
  DegreeExternal_ID: row.kind === 'specialty' ? row.parentId : null,
  Certainty: certainty,
});

/** Candidates for one job's own text, likeliest first; undefined where the customer has no such job. */
export async function jobChoices(
  db: Db,
  customerId: number,
  targetId: number,
  jobId: number,
  kind: MapKind,
): Promise<z.infer<typeof MapChoice>[] | undefined> {
  const text = await textOfJob(db, customerId, jobId, kind);
  if (text === undefined) return undefined;
  if (text === null) return [];
  const found = (await matcherFor(db, customerId, targetId))(text, pageSize);
  const listed = await listedByIds(
    db,
    customerId,
    targetId,
    kind,
    found.map(({ id }) => id),
  );
  return found.flatMap(({ id, certainty }) => {
    const row = listed.get(id);
    return row ? [choiceOf(row, certainty)] : [];
  });
}

async function textOfJob(db: Db, customerId: number, jobId: number, kind: MapKind): Promise<MapValueRow | null | undefined> {
  const found = await db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', jobId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!found) return undefined;
  const valueId = (found.row as JobRow)[mapFields[kind].value];
  return valueId === null ? null : ((await valuesOf(db, customerId, [valueId], false))[0] ?? null);
}
