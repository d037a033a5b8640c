import { sql } from 'kysely';
import type { AtsValueRow, MapValueRow } from '#contract/rows/rows.ts';
import { type GroupChoices, type GroupMapping, learnFromGroup, slotOf } from '#domain/mapping/learned-group.ts';
import { createMatcher, type Matcher } from '#domain/mapping/matcher.ts';
import type { Db } from '#server/kit/db/connection.ts';

type Learned = { readonly version: string; readonly matcher: Matcher; readonly group: GroupChoices };
const kept = new Map<string, Learned>();
const mostKept = 20;

/** The matcher for one target's lists and mapped values, cached until either changes. */
export const matcherFor = async (db: Db, customerId: number, targetId: number): Promise<Matcher> =>
  (await learnedFor(db, customerId, targetId)).matcher;

async function learnedFor(db: Db, customerId: number, targetId: number): Promise<Learned> {
  const key = `${customerId}/${targetId}`;
  const version = await versionOf(db, customerId, targetId);
  const known = kept.get(key);
  if (known?.version === version) return known;
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
  const lists = values.map(({ row }) => row as AtsValueRow);
  const group = learnFromGroup(lists, await groupMappings(db, customerId));
  const own = mapped.map(({ row }) => row as MapValueRow);
  const learned = { version, matcher: createMatcher(lists, own, group), group };
  kept.delete(key);
  kept.set(key, learned);
  for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
  return learned;
}

/**
 * The choices of the customer's group for texts that this customer also has, as values of its own list, so that the service
 * never exposes texts or lists of another customer.
 */
export async function groupChoicesFor(
  db: Db,
  customerId: number,
  targetId: number,
): Promise<{ valueId: number; externalId: string; times: number }[]> {
  const { group } = await learnedFor(db, customerId, targetId);
  if (group.size === 0) return [];
  const rows = await db
    .selectFrom('map_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('deleted', '=', false)
    .execute();
  return rows.flatMap(({ row }) => {
    const value = row as MapValueRow;
    const choice = group.get(slotOf(value));
    return choice ? [{ valueId: value.id, externalId: choice.id, times: choice.times }] : [];
  });
}

/** The matcher learns from at most this many choices of a group, newest first. */
const mostOfGroup = 20_000;

/** Mappings by people in the group's other customers: the text with its place, and the mapped value of that customer's list. */
async function groupMappings(db: Db, customerId: number): Promise<GroupMapping[]> {
  const { rows } = await sql<{ sought: MapValueRow; meant: AtsValueRow }>`
    select sought, meant from group_mappings(${customerId}::integer, ${mostOfGroup}::integer)`.execute(db);
  return rows;
}

/** Changes whenever the lists change, or the mappings that the matcher learns from: the customer's own and its group's. */
async function versionOf(db: Db, customerId: number, targetId: number): Promise<string> {
  const { rows } = await sql<{ database: string; lists: number | null; taught: number | null; group: number | null }>`
    select current_database() as database,
           (select max(rev) from ats_value where customer_id = ${customerId} and target_id = ${targetId}) as lists,
           (select max(rev) from map_value where customer_id = ${customerId} and target_id = ${targetId} and mapped_id is not null) as taught,
           group_mappings_rev(${customerId}::integer) as "group"`.execute(db);
  // One process may serve several databases that use the same customer ids and revisions.
  return `${rows[0]?.database}/${rows[0]?.lists ?? 0}/${rows[0]?.taught ?? 0}/${rows[0]?.group ?? 0}/${customerId}`;
}
