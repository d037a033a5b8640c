import { type RawBuilder, sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import { postMarksKey } from '#domain/staging/job-conditions.ts';
import type { SqlColumn } from './condition-sql.ts';

/** SQL aliases of a kind's mapping row (`v`) and list row (`a`), which `joinsOf` joins to a job `j`. */
export const ref = (kind: MapKind, part: 'a' | 'v'): RawBuilder<unknown> => sql.ref(`${kind}_${part}`);

/** The id that a job is mapped to. Its own mapping takes precedence over the shared one. */
export const mappedId = (kind: MapKind): RawBuilder<unknown> =>
  sql`coalesce(j.row ->> ${mapFields[kind].own}, ${ref(kind, 'v')}.mapped_id)`;

/** The certainty of the shared mapping; null if the job has its own. */
export const certaintyOf = (kind: MapKind): RawBuilder<unknown> =>
  sql`case when j.row ->> ${mapFields[kind].own} is null then (${ref(kind, 'v')}.row ->> 'certainty')::float8 end`;

/** The joins that lead from a job `j` to what it is mapped to in a target. */
export const joinsOf = (kind: MapKind, targetId: number): RawBuilder<unknown> => sql`
  left join map_value ${ref(kind, 'v')} on ${ref(kind, 'v')}.customer_id = j.customer_id
    and ${ref(kind, 'v')}.id = (j.row ->> ${mapFields[kind].value})::bigint and not ${ref(kind, 'v')}.deleted
  left join ats_value ${ref(kind, 'a')} on ${ref(kind, 'a')}.customer_id = j.customer_id
    and ${ref(kind, 'a')}.target_id = ${targetId} and ${ref(kind, 'a')}.kind = ${kind}
    and ${ref(kind, 'a')}.ext_id = ${mappedId(kind)} and not ${ref(kind, 'a')}.deleted`;

const kept = (key: keyof JobRow): RawBuilder<unknown> => sql`nullif(j.row ->> ${key}, '')`;
const text = (key: keyof JobRow): [string, SqlColumn] => [key, { type: 'text', sql: kept(key) }];
const number = (key: keyof JobRow): [string, SqlColumn] => [key, { type: 'number', sql: sql`(${kept(key)})::float8` }];
/** A day alone is its first instant in UTC, as on devices. */
const instant = (key: keyof JobRow): [string, SqlColumn] => [
  key,
  { type: 'instant', sql: sql`(rpad(j.row ->> ${key}, greatest(length(j.row ->> ${key}), 24), 'T00:00:00.000Z') collate "C")` },
];

/** The columns of the grid that the documented filter asks for, as SQL on a job `j` with the joins of `joinsOf`. */
const columns: ReadonlyMap<string, SqlColumn> = new Map<string, SqlColumn>([
  ...(['facility', 'degree', 'specialty', 'shift', 'city', 'state', 'zip'] as const).map(text),
  ...(['association', 'alias', 'providerJobId', 'status', 'postState'] as const).map(text),
  ...(['sourceId', 'workType', 'chgMap'] as const).map(number),
  ...(['firstSeenAt', 'changedAt', 'postedAt'] as const).map(instant),
  ['startDate', { type: 'date', sql: sql`(left(nullif(j.row ->> 'startDate', ''), 10) collate "C")` }],
  [
    postMarksKey,
    {
      type: 'text',
      sql: sql`(select string_agg('[' || (p ->> 'targetId') || ':' || (p ->> 'state') || case when p ->> 'externalId' is null then '-' else '+' end || ']'
        || case when p ->> 'drift' is null then '' else '[' || (p ->> 'targetId') || '~]' end, '')
        from jsonb_array_elements(j.row -> 'posts') p)`,
    },
  ],
  ...mapKinds.flatMap((kind): [string, SqlColumn][] => [
    [`${kind}Name`, { type: 'text', sql: sql`nullif(coalesce(${ref(kind, 'a')}.row ->> 'name', ${mappedId(kind)}), '')` }],
    [`${kind}Certainty`, { type: 'number', sql: certaintyOf(kind) }],
  ]),
]);

/** A column by its key in the grid. Throws for one that the documented filter never asks for. */
export function jobSqlColumn(key: string): SqlColumn {
  const column = columns.get(key);
  if (!column) throw new Error(`the service has no column "${key}" to filter by`);
  return column;
}
