import { type Insertable, sql } from 'kysely';
import { type Changes, changesBetween } from './audit.ts';
import type { Tx } from './connection.ts';
import type { Database } from './schema.ts';

/**
 * Inserts or updates a row of a plain table by its unique key, and returns the columns that changed. If two callers add the same
 * row at once, both succeed and the later one wins.
 */
export async function upsert<T extends keyof Database>(
  tx: Tx,
  table: T,
  key: Partial<Insertable<Database[T]>>,
  values: Partial<Insertable<Database[T]>>,
): Promise<Changes> {
  const listed = (row: object) => Object.entries(row) as [string, unknown][];
  const named = (row: object) => sql.join(listed(row).map(([column]) => sql.ref(column)));
  const isKey = sql.join(
    listed(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  );
  const { rows } = await sql<object>`select ${named(values)} from ${sql.table(table)} where ${isKey} for update`.execute(tx);
  const all = { ...key, ...values };
  await sql`insert into ${sql.table(table)} (${named(all)}) values (${sql.join(Object.values(all))})
    on conflict (${named(key)}) do update set ${sql.join(
      listed(values).map(([column]) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
    )}`.execute(tx);
  return changesBetween(rows[0], values);
}
