import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { rowSet } from '#domain/commands/row-set.ts';
import { auditRow } from '#server/commands/record.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { ruleVersions } from '../lists/rule-effects.ts';
import { queueRun, type RunWish } from './run-rows.ts';

type Ports = Pick<Services, 'db' | 'now'>;
type Place = { readonly customerId: number; readonly sourceId: number };

const keyOf = (facility: string): string => facility.trim().toLowerCase();

/** The rules of facilities that are not staffed: of one source, and optionally of one facility. */
export async function facilityRules(db: Db | Tx, { customerId, sourceId }: Place, facility?: string) {
  const rows = await db
    .selectFrom('facility_rule')
    .innerJoin('rule', (join) =>
      join.onRef('rule.customer_id', '=', 'facility_rule.customer_id').onRef('rule.id', '=', 'facility_rule.rule_id'),
    )
    .select(['rule.row', 'facility_rule.facility', 'facility_rule.by', 'facility_rule.at'])
    .where('facility_rule.customer_id', '=', customerId)
    .where('facility_rule.source_id', '=', sourceId)
    .where('rule.deleted', '=', false)
    .$if(facility !== undefined, (query) => query.where('facility_key', '=', keyOf(facility ?? '')))
    .orderBy('facility')
    .execute();
  return rows.flatMap(({ row, facility, by, at }) => {
    const rule = row as StoredRule;
    return rule.deleted ? [] : [{ ruleId: rule.id, sourceId, facility, active: rule.active, by, at, runId: null }];
  });
}

/**
 * Stops staffing facilities: creates a rule for each that cancels its jobs, and runs rules over those jobs. Returns the id of that run,
 * or null where there is nothing to run over. The run takes back what is new here, so facilities that were not staffed before stay so.
 */
export async function stopStaffing(
  { db, now }: Ports,
  actor: Actor,
  place: Place,
  facilities: readonly string[],
): Promise<number | null> {
  const wanted = new Map(facilities.map((facility) => [keyOf(facility), facility.trim()]));
  if (wanted.size === 0) return null;
  const added = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${place.customerId}, ${place.sourceId})`.execute(tx);
    const held = new Set((await facilityRules(tx, place)).filter(({ active }) => active).map(({ facility }) => keyOf(facility)));
    const fresh = [...wanted].filter(([key]) => !held.has(key));
    const ids = await nextIds(tx, 'rule', fresh.length);
    const at = now().toISOString();
    const rules = fresh.map(([, facility], i) => cancelling(ids[i] ?? 0, place.sourceId, facility, actor.name, at));
    for (const [i, [facility_key, facility]] of fresh.entries()) {
      const row = { facility, rule_id: ids[i] ?? 0, by: actor.name, at };
      await tx
        .insertInto('facility_rule')
        .values({ customer_id: place.customerId, source_id: place.sourceId, facility_key, ...row })
        .onConflict((conflict) => conflict.columns(['customer_id', 'source_id', 'facility_key']).doUpdateSet(row))
        .execute();
    }
    await write(tx, actor, place, rules, 'Do not staff this facility', now());
    return fresh.map(([, facility]) => facility);
  });
  const name = added.length === 1 ? `Do not staff ${added[0] ?? ''}` : `Do not staff ${added.length} facilities`;
  const staffing = { sourceId: place.sourceId, facilities: added };
  return runOver(db, actor, place, [...wanted.keys()], now(), added.length > 0 ? { name, staffing } : {});
}

/** Staffs facilities again (all of the source by default): deletes their rules and runs rules over their jobs. */
export async function staffAgain({ db, now }: Ports, actor: Actor, place: Place, facilities?: readonly string[]): Promise<void> {
  const named = facilities && new Set(facilities.map(keyOf));
  const freed = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${place.customerId}, ${place.sourceId})`.execute(tx);
    const held = (await facilityRules(tx, place)).filter(({ facility }) => !named || named.has(keyOf(facility)));
    if (held.length === 0) return [];
    const ids = held.map(({ ruleId }) => ruleId);
    const rows = await tx
      .selectFrom('rule')
      .select('row')
      .where('customer_id', '=', place.customerId)
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    const at = now().toISOString();
    const rules = rows.map(({ row }) => {
      const rule = row as StoredRule;
      return { ...rule, deleted: true, version: rule.version + 1, by: actor.name, at };
    });
    await tx
      .deleteFrom('facility_rule')
      .where('customer_id', '=', place.customerId)
      .where('source_id', '=', place.sourceId)
      .where('rule_id', 'in', ids)
      .execute();
    await write(tx, actor, place, rules, 'Staff this facility again', now());
    return held.map(({ facility }) => keyOf(facility));
  });
  await runOver(db, actor, place, freed, now());
}

/** The facilities of jobs, by source; null if one of the jobs is not the customer's. */
export async function facilitiesOf(
  db: Db,
  customerId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string[]> | null> {
  const rows = await db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', 'in', [...new Set(ids)])
    .where('deleted', '=', false)
    .execute();
  if (rows.length !== new Set(ids).size) return null;
  const bySource = new Map<number, string[]>();
  for (const { row } of rows) {
    const { sourceId, facility } = row as JobRow;
    if (facility !== null) bySource.set(sourceId, [...(bySource.get(sourceId) ?? []), facility]);
  }
  return bySource;
}

async function write(tx: Tx, actor: Actor, { customerId }: Place, rules: readonly StoredRule[], words: string, now: Date) {
  if (rules.length === 0) return;
  const writes = rules.map((row) => ({ collection: 'rule', row }) as const);
  const sent = {
    actor,
    customerId,
    name: 'rule.facility',
    args: { words, rules: rules.map(({ id }) => id) },
    pre: {},
    now,
    decidedAt: null,
    lane: null,
  };
  await writeRows(tx, customerId, writes, (rev) => [
    ...ruleVersions(sent, writes),
    auditRow(sent, { writes, book: rowSet(), rev }),
  ]);
}

async function runOver(
  db: Db,
  actor: Actor,
  { customerId, sourceId }: Place,
  keys: readonly string[],
  now: Date,
  over: Partial<Pick<RunWish, 'name' | 'staffing'>> = {},
): Promise<number | null> {
  if (keys.length === 0) return null;
  const { rows } = await sql<{ id: number }>`
    select id from job where customer_id = ${customerId} and source_id = ${sourceId} and not deleted
      and lower(trim(row ->> 'facility')) = any(${[...keys]}::text[])`.execute(db);
  const jobIds = rows.map(({ id }) => id);
  if (jobIds.length === 0) return null;
  const name = `Run rules over the jobs of ${keys.length === 1 ? 'a facility' : `${keys.length} facilities`}`;
  const wish = { name, jobIds, taskId: null, ...over };
  return (await db.transaction().execute((tx) => queueRun(tx, customerId, wish, actor, now))).id;
}

const cancelling = (id: number, sourceId: number, facility: string, by: string, at: string): StoredRule => ({
  id,
  ref: null,
  name: `Do not staff ${facility}`.slice(0, 200),
  source: `[Facility] equal ${JSON.stringify(facility)}`,
  actionType: 5,
  fieldId: null,
  variable: null,
  operand: null,
  table: null,
  workType: null,
  sourceId,
  ord: 0,
  global: false,
  runOnExport: false,
  appliedToCancelledJobs: false,
  active: true,
  adminsOnly: false,
  disableAfterOn: null,
  deleted: false,
  purged: false,
  version: 1,
  by,
  at,
});
