import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import type { Database } from './schema.ts';

/** A page of a list, as calls request it. The first page is 1. */
export type Page = { readonly pageSize: number; readonly page: number };

/** A page with the count of all rows and of pages. */
export type Paged<R> = { readonly total: number; readonly totalPages: number; readonly rows: R[] };

/** Number of pages of a list with `total` rows. */
export const pagesOf = (total: number, { pageSize }: Pick<Page, 'pageSize'>): number => Math.ceil(total / pageSize);

/** Number of rows on the pages before this one. */
export const rowsBefore = ({ pageSize, page }: Page): number => (page - 1) * pageSize;

/** The end of a statement that reads one page. */
export const limitTo = (page: Page): RawBuilder<unknown> => sql`limit ${page.pageSize} offset ${rowsBefore(page)}`;

/** One page of rows that are already in memory. */
export function pageOf<R>(all: readonly R[], page: Page): Paged<R> {
  const from = rowsBefore(page);
  return { total: all.length, totalPages: pagesOf(all.length, page), rows: all.slice(from, from + page.pageSize) };
}

/**
 * Column of a list that is cut after so many rows: how many there are in all, on each row. Without it
 * no one could tell a list that was cut from one that ends there.
 */
export const totalOfList = sql<number>`count(*) over ()`.as('total');

/**
 * The parts of a paged query: `select … from … where … order by …`. The order needs a tie-breaker, or rows move between pages.
 */
export type PagedQuery = {
  readonly select: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<unknown>[];
  readonly orderBy: RawBuilder<unknown>;
};

/** Reads one page of a query and the total number of its rows. */
export async function readPage<R>(db: Db | Tx, { select, from, where, orderBy }: PagedQuery, page: Page): Promise<Paged<R>> {
  const source = sql`from ${from} where ${sql.join([sql`true`, ...where], sql` and `)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${source}`.execute(db);
  const { rows } = await sql<R>`select ${select} ${source} order by ${orderBy} ${limitTo(page)}`.execute(db);
  const total = counted[0]?.total ?? 0;
  return { total, totalPages: pagesOf(total, page), rows };
}

/** Runs an ordered query, returns its first `most` rows and counts all. */
export async function readNewest<T extends keyof Database, R>(
  query: SelectQueryBuilder<Database, T, R>,
  most: number,
): Promise<{ total: number; rows: Omit<R & { inAll: number }, 'inAll'>[] }> {
  // Rows may have a `total` of their own.
  const found = await query.select(sql<number>`count(*) over ()`.as('inAll')).limit(most).execute();
  return { total: found[0]?.inAll ?? 0, rows: found.map(({ inAll: _inAll, ...row }) => row) };
}
