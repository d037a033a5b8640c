import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { RightName } from '#contract/kit/rights.ts';
import { MapKind } from '#contract/rows/rows.ts';
import { mapRight } from '#domain/commands/kit/map-right.ts';
import { likeOf } from '#server/kit/db/search.ts';

/** The filter of a mapping grid: kind, documented state (`mapStates`), part of the text, and for a specialty its degree. */
export const RowFilter = z.object({
  kind: MapKind,
  mapState: z.enum(['0', '1', '2', '3', '4']),
  query: z.string(),
  within: z.string().nullable(),
});
export type RowFilter = z.infer<typeof RowFilter>;

/** What a run does, as stored while it is queued and running. */
export const RunWork = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('automap'), kinds: z.array(MapKind) }),
  z.object({ kind: z.literal('clear'), kinds: z.array(MapKind) }),
  /** `within`: only the specialties of this degree, and the degree itself. */
  z.object({ kind: z.literal('suggest'), kinds: z.array(MapKind), within: z.string().nullable() }),
  z.object({ kind: z.literal('bulk'), filter: RowFilter, extId: z.string().nullable() }),
  z.object({ kind: z.literal('premap') }),
  z.object({ kind: z.literal('ai'), ids: z.array(z.number()) }),
]);
export type RunWork = z.infer<typeof RunWork>;

/** The kinds of text that a run may change. */
export function kindsOf(work: RunWork): readonly MapKind[] {
  if (work.kind === 'bulk') return [work.filter.kind];
  if (work.kind === 'premap') return ['degree', 'specialty'];
  return work.kind === 'ai' ? ['facility', 'degree', 'specialty', 'shift'] : work.kinds;
}

/** All rights that a user needs to start a run. */
export const rightsOf = (work: RunWork): readonly RightName[] =>
  work.kind === 'ai' ? ['map.ai'] : [...new Set(kindsOf(work).map((kind) => mapRight[kind]))];

/** The rows of `map_value` that a run reads, as an SQL condition on alias `v`. */
export function rowsFor(work: RunWork): RawBuilder<unknown> {
  switch (work.kind) {
    case 'automap':
      return sql`${isKind(work.kinds)} and v.mapped_id is null and not (v.row ->> 'ignored')::boolean and v.row ->> 'by' is null`;
    case 'clear':
      return sql`${isKind(work.kinds)} and v.row ->> 'how' in ('auto', 'ai')`;
    case 'suggest': {
      const ofDegree =
        work.within === null
          ? sql``
          : sql`and lower(case v.kind when 'degree' then v.row ->> 'text' else v.row ->> 'within' end) = ${work.within.toLowerCase()}`;
      return sql`${isKind(work.kinds)} ${ofDegree}
        and (v.mapped_id is null and not (v.row ->> 'ignored')::boolean or v.row ->> 'how' = 'auto')`;
    }
    case 'bulk':
      return sql`${filtered(work.filter)} and ${work.extId === null ? sql`v.mapped_id is not null` : sql`v.mapped_id is distinct from ${work.extId}`}`;
    case 'premap':
      return sql`${isKind(kindsOf(work))} and v.row ->> 'by' is null`;
    case 'ai':
      return sql`v.id = any(${work.ids}::bigint[])`;
  }
}

const isKind = (kinds: readonly MapKind[]) => sql`v.kind = any(${[...kinds]}::text[])`;

/** The rows of a grid's filter, as an SQL condition on alias `v`. */
export function filtered({ kind, mapState, query, within }: RowFilter): RawBuilder<unknown> {
  const parts = [sql`v.kind = ${kind}`, stateIs(mapState)];
  if (query.trim() !== '') parts.push(sql`v.row ->> 'text' ilike ${likeOf(query)}`);
  if (within !== null) parts.push(sql`lower(v.row ->> 'within') = ${within.toLowerCase()}`);
  return sql.join(parts, sql` and `);
}

function stateIs(state: RowFilter['mapState']): RawBuilder<unknown> {
  const setAside = sql`(v.row ->> 'ignored')::boolean`;
  switch (state) {
    case '0':
      return sql`true`;
    case '1':
      return sql`v.mapped_id is not null`;
    case '2':
      return sql`v.mapped_id is null and not ${setAside}`;
    case '3':
      return sql`v.row ->> 'how' in ('auto', 'ai')`;
    case '4':
      return setAside;
  }
}
