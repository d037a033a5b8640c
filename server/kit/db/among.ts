import { type RawBuilder, sql } from 'kysely';

/**
 * Builds `= …` for one id and `= any(…)` for several. With a single value PostgreSQL keeps the generic plan of a prepared
 * statement; with a list it would plan again at each execution.
 */
export const among = (ids: readonly number[]): RawBuilder<boolean> =>
  ids.length === 1 ? sql`= ${ids[0]}::bigint` : sql`= any(${[...ids]}::bigint[])`;
