import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { MapChoice } from '#contract/mapping/choices.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { mapFields } from '#domain/jobs/mapping-of.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { likeOf } from '#server/kit/db/search.ts';
import { valuesOf } from '../runs/run-rows.ts';
import { matcherFor } from '../values/matchers.ts';
import { listedByIds } from './grid-rows.ts';

/** Choices per page. */
const pageSize = 50;

export type ChoiceQuery = {
  readonly kind: MapKind;
  readonly query: string;
  readonly page: number;
  readonly state?: string;
  readonly city?: string;
  /** Only clients at this depth of their hierarchy. Clients without a parent are at level 1. */
  readonly level?: number | undefined;
  /** Only values of this parent: the specialties of a degree, the sub-clients of a client. */
  readonly parentId?: string | undefined;
};

/** Searches active values of a list by part of their name, and by place. */
export async function findChoices(
  db: Db,
  customerId: number,
  targetId: number,
  { kind, query, page, state = '', city = '', level, parentId }: ChoiceQuery,
): Promise<z.infer<typeof MapChoice>[]> {
  const { rows } = await sql<{ row: AtsValueRow }>`
    select a.row from ats_value a
    where a.customer_id = ${customerId} and a.target_id = ${targetId} and a.kind = ${kind} and not a.deleted
      and (a.row ->> 'active')::boolean
      ${query.trim() === '' ? sql`` : sql`and (a.row ->> 'name' ilike ${likeOf(query)} or a.ext_id = ${query.trim()})`}
      ${state.trim() === '' ? sql`` : sql`and upper(a.row ->> 'state') = ${state.trim().toUpperCase()}`}
      ${city.trim() === '' ? sql`` : sql`and a.row ->> 'city' ilike ${likeOf(`${city.trim()}*`)}`}
      ${parentId === undefined ? sql`` : sql`and ${under(kind, parentId)}`}
      ${level === undefined ? sql`` : sql`and a.ext_id in (${atLevel(customerId, targetId, kind, level)})`}
    order by lower(a.row ->> 'name'), a.id limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return rows.map(({ row }) => choiceOf(row, null));
}

/** A specialty without a degree matches every degree. A client without a parent matches no parent. */
const under = (kind: MapKind, parentId: string): RawBuilder<unknown> =>
  kind === 'facility' ? sql`a.row ->> 'parentId' = ${parentId}` : sql`coalesce(a.row ->> 'parentId', ${parentId}) = ${parentId}`;

/** Ids of a list's values at a depth. A parent outside the list counts as none. A cycle has no top, so it never matches. */
const atLevel = (customerId: number, targetId: number, kind: MapKind, level: number): RawBuilder<unknown> => sql`
  with recursive listed as (
    select v.ext_id, v.row ->> 'parentId' as parent from ats_value v
    where v.customer_id = ${customerId} and v.target_id = ${targetId} and v.kind = ${kind} and not v.deleted
  ), tree as (
    select l.ext_id, 1 as level from listed l
    where l.parent is null or not exists (select from listed p where p.ext_id = l.parent)
    union all
    select l.ext_id, t.level + 1 from listed l join tree t on l.parent = t.ext_id where t.level < ${level}
  )
  select ext_id from tree where level = ${level}`;

const choiceOf = (row: AtsValueRow, certainty: number | null): z.infer<typeof MapChoice> => ({
  id: row.extId,
  externalId: row.extId,
  name: row.name,
  address: row.address,
  city: row.city,
  state: row.state,
  zip: row.zip,
  degreeExternalId: row.kind === 'specialty' ? row.parentId : null,
  parentExternalId: row.kind === 'facility' ? row.parentId : null,
  certainty,
});

/** Candidates for one job's own text, most likely first. */
export async function jobChoices(
  db: Db,
  customerId: number,
  targetId: number,
  job: JobRow,
  kind: MapKind,
): Promise<z.infer<typeof MapChoice>[]> {
  const valueId = job[mapFields[kind].value];
  const [text] = valueId === null ? [] : await valuesOf(db, customerId, [valueId], false);
  if (!text) return [];
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
