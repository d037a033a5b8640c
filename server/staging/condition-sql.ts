import { type RawBuilder, sql } from 'kysely';
import type { Condition } from '#domain/query/condition.ts';
import { dayText } from '#domain/query/day-number.ts';
import { likeAnywhere } from '../kit/db/search.ts';

type Sql = RawBuilder<unknown>;

/** A column of a condition in SQL. Dates and instants are ISO texts; a blank text must be null. */
export type SqlColumn = { readonly type: 'text' | 'number' | 'date' | 'instant'; readonly sql: Sql };

/** What the SQL of a condition depends on beside the rows. */
export type SqlGround = {
  readonly columnOf: (key: string) => SqlColumn;
  /** First instant of a day (`yyyy-MM-dd`) in the person's time zone, as ISO text. */
  readonly startOfDay: (day: string) => string;
  /** The SQL for zip codes at most so many miles from one. */
  readonly near: (column: Sql, zip: string, miles: number) => Sql;
};

/** The condition of a query as SQL, for the same rows as the grid's engine on a device. Throws for a part that only devices know. */
export function sqlOf(condition: Condition, ground: SqlGround): Sql {
  switch (condition.kind) {
    case 'all':
      return joined(condition.of, ground, sql` and `, sql`true`);
    case 'any':
      return joined(condition.of, ground, sql` or `, sql`false`);
    case 'not':
      return sql`not ${sqlOf(condition.of, ground)}`;
    case 'arrival':
    case 'ids':
      throw new Error(`the service cannot evaluate "${condition.kind}"`);
    default:
      // A blank never matches, and its opposite always does.
      return sql`coalesce(${comparison(condition, ground)}, false)`;
  }
}

function joined(of: readonly Condition[], ground: SqlGround, by: Sql, none: Sql): Sql {
  if (of.length === 0) return none;
  return sql`(${sql.join(
    of.map((part) => sqlOf(part, ground)),
    by,
  )})`;
}

type Comparison = Exclude<Condition, { kind: 'all' | 'any' | 'not' | 'arrival' | 'ids' }>;

function comparison(condition: Comparison, ground: SqlGround): Sql {
  if (condition.kind === 'word') return words(condition, ground);
  const column = ground.columnOf(condition.column);
  switch (condition.kind) {
    case 'contains':
      return condition.text === '' ? sql`false` : sql`${column.sql} ilike ${likeAnywhere(condition.text)}`;
    case 'equals':
      return condition.text === '' ? sql`false` : sql`lower(${column.sql}) = ${condition.text.toLowerCase()}`;
    case 'between':
      return between(column.sql, condition);
    case 'days':
      return days(column, condition, ground);
    case 'bits':
      return sql`(${column.sql})::int & ${condition.mask} <> 0`;
    case 'empty':
      return sql`${column.sql} is null`;
    case 'near':
      break;
  }
  return ground.near(column.sql, condition.zip, condition.miles);
}

/** The start of the text or of a word in it. Other searches of words are for devices. */
function words({ text, whole, columns = [] }: Extract<Condition, { kind: 'word' }>, { columnOf }: SqlGround): Sql {
  if (whole || columns.length === 0) throw new Error('the service does not search words');
  if (text === '') return sql`false`;
  const escaped = text.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`);
  const pattern = /^[\p{L}\p{N}]/u.test(text) ? `(^|[^[:alnum:]])${escaped}` : escaped;
  const matches = columns.map((key) => sql`${columnOf(key).sql} ~* ${pattern}`);
  return sql`(${sql.join(matches, sql` or `)})`;
}

function between(column: Sql, { from, to, openFrom, openTo }: Extract<Condition, { kind: 'between' }>): Sql {
  const lower = from === null ? [] : [sql`${column} ${openFrom ? sql`>` : sql`>=`} ${from}::float8`];
  const upper = to === null ? [] : [sql`${column} ${openTo ? sql`<` : sql`<=`} ${to}::float8`];
  return sql`(${sql.join([sql`${column} is not null`, ...lower, ...upper], sql` and `)})`;
}

function days(
  { type, sql: column }: SqlColumn,
  { from, to }: Extract<Condition, { kind: 'days' }>,
  { startOfDay }: SqlGround,
): Sql {
  const isDate = type === 'date';
  const lower = from === null ? [] : [sql`${column} >= ${isDate ? dayText(from) : startOfDay(dayText(from))}`];
  const upper = to === null ? [] : [isDate ? sql`${column} <= ${dayText(to)}` : sql`${column} < ${startOfDay(dayText(to + 1))}`];
  return sql`(${sql.join([sql`${column} is not null`, ...lower, ...upper], sql` and `)})`;
}
