import { type RawBuilder, sql } from 'kysely';
import type { AtsValueRow, MapKind, MapValueRow } from '#contract/rows/rows.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { limitTo, type Page } from '#server/kit/db/paging.ts';
import { filtered, type RowFilter } from '../runs/run-work.ts';
import { sourcesOf } from '../sources/sources.ts';
import { openJobsOf } from '../values/moved-jobs.ts';

/** A page of a mapping grid. `sort` has the documented numbers: 0 open jobs, 1 and 2 text, 3 and 4 certainty. */
export type GridPage = Page & {
  readonly filter: RowFilter;
  /** Sources to show; empty means all. */
  readonly sources: readonly number[];
  readonly sort: '0' | '1' | '2' | '3' | '4';
};

type GridRow = {
  readonly value: MapValueRow;
  readonly mapped: AtsValueRow | undefined;
  readonly suggested: AtsValueRow | undefined;
  readonly jobs: number;
  readonly source: string;
};
export type Grid = { readonly total: number; readonly rows: readonly GridRow[] };

/** Rows of a mapping grid, each with its mapped value and its number of open jobs. */
export async function gridRows(db: Db, customerId: number, targetId: number, page: GridPage): Promise<Grid> {
  const { filter, sources, sort } = page;
  const from = sql`from map_value v
    where v.customer_id = ${customerId} and v.target_id = ${targetId} and not v.deleted and ${filtered(filter)}
      ${sources.length === 0 ? sql`` : sql`and v.source_id = any(${[...sources]}::int[])`}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
  const jobs = sort === '0' ? await openJobsOf(db, customerId, filter.kind) : null;
  const { rows } = await sql<{ row: MapValueRow }>`
    select v.row ${from} order by ${orderOf(sort, jobs)} ${limitTo(page)}`.execute(db);
  const values = rows.map(({ row }) => row);
  const jobsOf =
    jobs ??
    (await openJobsOf(
      db,
      customerId,
      filter.kind,
      values.map(({ id }) => id),
    ));
  const listed = await listedValues(db, customerId, targetId, filter.kind, values);
  const names = await sourceNames(db, customerId);
  const find = (extId: string | null) => (extId === null ? undefined : listed.get(extId));
  return {
    total: counted[0]?.total ?? 0,
    rows: values.map((value) => ({
      value,
      mapped: find(value.mappedId),
      suggested: find(value.suggestedId),
      jobs: jobsOf.get(value.id) ?? 0,
      source: names.get(value.sourceId) ?? '',
    })),
  };
}

function orderOf(sort: GridPage['sort'], jobs: ReadonlyMap<number, number> | null): RawBuilder<unknown> {
  const text = sql`lower(v.row ->> 'text')`;
  const certainty = sql`(v.row ->> 'certainty')::numeric`;
  switch (sort) {
    case '0': {
      const busiest = JSON.stringify(Object.fromEntries(jobs ?? []));
      return sql`coalesce((${busiest}::jsonb ->> v.id::text)::int, 0) desc, ${text}, v.id`;
    }
    case '1':
      return sql`${text}, v.id`;
    case '2':
      return sql`${text} desc, v.id`;
    case '3':
      return sql`${certainty} nulls first, v.id`;
    case '4':
      return sql`${certainty} desc nulls last, v.id`;
  }
}

async function listedValues(
  db: Db,
  customerId: number,
  targetId: number,
  kind: MapKind,
  values: readonly MapValueRow[],
): Promise<ReadonlyMap<string, AtsValueRow>> {
  const ids = [...new Set(values.flatMap(({ mappedId, suggestedId }) => [mappedId, suggestedId]).filter((id) => id !== null))];
  return listedByIds(db, customerId, targetId, kind, ids);
}

/** Values of a list by their external ids. */
export async function listedByIds(
  db: Db,
  customerId: number,
  targetId: number,
  kind: MapKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AtsValueRow>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ row: AtsValueRow }>`
    select row from ats_value where customer_id = ${customerId} and target_id = ${targetId} and kind = ${kind}
      and ext_id = any(${[...ids]}::text[]) and not deleted`.execute(db);
  return new Map(rows.map(({ row }) => [row.extId, row]));
}

const sourceNames = async (db: Db, customerId: number): Promise<ReadonlyMap<number, string>> =>
  new Map((await sourcesOf(db, customerId)).map(({ id, name }) => [id, name]));

/** A source with the sources grouped under it; empty for 0, which means all sources. */
export async function withGrouped(db: Db, customerId: number, sourceId: number): Promise<readonly number[]> {
  if (sourceId === 0) return [];
  const source = (await sourcesOf(db, customerId)).find(({ id }) => id === sourceId);
  return [sourceId, ...(source?.members ?? [])];
}
