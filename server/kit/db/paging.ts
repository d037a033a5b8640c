import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/** A page of a list as calls ask for it; the first is 1. */
export type Page = { readonly pageSize: number; readonly page: number };

/** A page with the count of all rows, as the documents name it. */
export type Paged<R> = { readonly total: number; readonly TotalPages: number; readonly rows: R[] };

/** How many pages a list of `total` rows has. */
export const pagesOf = (total: number, { pageSize }: Pick<Page, 'pageSize'>): number => Math.ceil(total / pageSize);

/** How many rows stand on the pages before. */
export const rowsBefore = ({ pageSize, page }: Page): number => (page - 1) * pageSize;

/** The end of a statement that reads one page. */
export const limitTo = (page: Page): RawBuilder<unknown> => sql`limit ${page.pageSize} offset ${rowsBefore(page)}`;

/** One page of rows that are in memory already. */
export function pageOf<R>(all: readonly R[], page: Page): Paged<R> {
  const from = rowsBefore(page);
  return { total: all.length, TotalPages: pagesOf(all.length, page), rows: all.slice(from, from + page.pageSize) };
}

/**
 * Column of a list that is cut after so many rows: how many there are in all, on each row, as the documents name it. Without it
 * no one could tell a list that was cut from one that ends there.
 */
export const recCount = sql<number>`count(*) over ()`.as('recCount');

/** What a paged list reads: `select … from … where … order by …`. The order needs a tie-break, or rows move between pages. */
export type PagedQuery = {
  readonly select: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<unknown>[];
  readonly orderBy: RawBuilder<unknown>;
};

/** One page of a query, and how many rows it has in all. */
export async function readPage<R>(db: Db | Tx, { select, from, where, orderBy }: PagedQuery, page: Page): Promise<Paged<R>> {
  const source = sql`from ${from} where ${sql.join([sql`true`, ...where], sql` and `)}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${source}`.execute(db);
  const { rows } = await sql<R>`select ${select} ${source} order by ${orderBy} ${limitTo(page)}`.execute(db);
  const total = counted[0]?.total ?? 0;
  return { total, TotalPages: pagesOf(total, page), rows };
}
