import { sql } from 'kysely';
import type { AtsValueRow, MapValueRow } from '#contract/rows.ts';
import { createMatcher, type Matcher } from '#domain/mapping/matcher.ts';
import type { Db } from '../db/connection.ts';

const kept = new Map<string, { version: string; matcher: Matcher }>();
const mostKept = 20;

/** The matcher over one target's lists and what people mapped, kept while neither has changed. */
export async function matcherFor(db: Db, customerId: number, targetId: number): Promise<Matcher> {
  const key = `${customerId}/${targetId}`;
  const version = await versionOf(db, customerId, targetId);
  const known = kept.get(key);
  if (known?.version === version) return known.matcher;
  const values = await db
    .selectFrom('ats_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('deleted', '=', false)
    .execute();
  const mapped = await db
    .selectFrom('map_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('mapped_id', 'is not', null)
    .where('deleted', '=', false)
    .execute();
  const matcher = createMatcher(
    values.map(({ row }) => row as AtsValueRow),
    mapped.map(({ row }) => row as MapValueRow),
  );
  kept.delete(key);
  kept.set(key, { version, matcher });
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return matcher;
}

/** Newest revision of the lists, and of the mappings that teach the matcher. */
async function versionOf(db: Db, customerId: number, targetId: number): Promise<string> {
  const { rows } = await sql<{ lists: number | null; taught: number | null }>`
    select (select max(rev) from ats_value where customer_id = ${customerId} and target_id = ${targetId}) as lists,
           (select max(rev) from map_value where customer_id = ${customerId} and target_id = ${targetId} and mapped_id is not null) as taught`.execute(
    db,
  );
  return `${rows[0]?.lists ?? 0}/${rows[0]?.taught ?? 0}/${customerId}`;
}
