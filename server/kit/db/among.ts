import { type RawBuilder, sql } from 'kysely';

/**
 * `= …` for one id, `= any(…)` for several. With one id the planner finds that a plan for any value is as good as one for this
 * value, and keeps it; over a list it would plan a prepared statement again each time.
 */
export const among = (ids: readonly number[]): RawBuilder<boolean> =>
  ids.length === 1 ? sql`= ${ids[0]}::bigint` : sql`= any(${[...ids]}::bigint[])`;
