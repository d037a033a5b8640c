import { type RawBuilder, sql } from 'kysely';
import type { SortOf } from '#contract/kit/sorting.ts';

/**
 * The order of a query, by one of the columns that its call can sort by. Ignores letter case. Null comes last, or first in
 * descending order. `then` breaks ties.
 */
export function orderOf<K extends string>(
  sort: SortOf<K>,
  columns: Readonly<Record<K, RawBuilder<unknown>>>,
  then: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [column, way] = sort.startsWith('-') ? [sort.slice(1), sql`desc`] : [sort, sql`asc`];
  return sql`${columns[column as K]} ${way}, ${then}`;
}
