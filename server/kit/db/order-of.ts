import { type RawBuilder, sql } from 'kysely';
import type { SortOf } from '#contract/kit/sorting.ts';

/**
 * What a query orders by, from the columns that its call lets people sort by: text without regard to letter case, what is not
 * known last (first the other way round); ties by `then`.
 */
export function orderOf<K extends string>(
  sort: SortOf<K>,
  columns: Readonly<Record<K, RawBuilder<unknown>>>,
  then: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [column, way] = sort.startsWith('-') ? [sort.slice(1), sql`desc`] : [sort, sql`asc`];
  return sql`${columns[column as K]} ${way}, ${then}`;
}
