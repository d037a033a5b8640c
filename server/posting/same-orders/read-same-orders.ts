import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { type MapValues, mapFields, mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import { type OrderFacts, orderFacts, plain } from '#domain/same-order/order-facts.ts';
import { type OtherOrder, ordersOf } from '#domain/same-order/other-orders.ts';
import { findSameOrders } from '#domain/same-order/same-orders.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** The same order at other sources, by the job's id. A job without one is not in it. */
export type SameOrders = ReadonlyMap<number, readonly OtherOrder[]>;

/**
 * The same orders of these jobs at other sources. Reads every job of their facilities, since one that fits as well makes a pair uncertain.
 * Facilities with one source only are not read.
 */
export async function readSameOrders(db: Db, customerId: number, jobs: readonly JobRow[]): Promise<SameOrders> {
  const known = await mappingsOf(db, customerId, jobs);
  const others = await jobsAtFacilities(db, customerId, jobs, known);
  if (others.length === 0) return new Map();
  const rows = new Map([...others, ...jobs].map((job) => [job.id, job]));
  const values = await mappingsOf(db, customerId, [...rows.values()]);
  const facts = new Map<number, OrderFacts>([...rows].map(([id, job]) => [id, orderFacts(job, values)]));
  const found = findSameOrders([...facts.values()]);
  return new Map(
    jobs.flatMap(({ id }) => {
      const job = facts.get(id);
      const orders = job ? ordersOf(job, found.get(id) ?? [], (other) => rows.get(other)) : [];
      return orders.length === 0 ? [] : [[id, orders]];
    }),
  );
}

/**
 * The same, for a post that is about to be sent. Until the transaction ends, no other post of a job at its facility, or of a job that a
 * choice of it names, gets past this point, so that of two posts of one order the second sees the first. Take it after the locks of the
 * post and its job.
 */
export async function readSameOrdersAlone(tx: Tx, customerId: number, job: JobRow): Promise<readonly OtherOrder[]> {
  await lockOrders(tx, customerId, job);
  return (await readSameOrders(tx, customerId, [job])).get(job.id) ?? [];
}

/** Locks all that another post of the same order would lock, too. A facility that is mapped while this waits is locked as well. */
async function lockOrders(tx: Tx, customerId: number, job: JobRow): Promise<void> {
  const held = new Set<string>();
  for (;;) {
    const values = await mappingsOf(tx, customerId, [job]);
    const missing = placesOf(job, values).filter((place) => !held.has(place));
    if (missing.length === 0) return;
    // In one order for everyone, so that no two posts wait for each other.
    for (const place of missing.toSorted()) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`same orders of ${customerId} ${place}`}, 0))`.execute(tx);
      held.add(place);
    }
  }
}

/** Where the same order can be: at the facility of the job, and, by the choice of a person, in each pair with another job. */
function placesOf(job: JobRow, values: MapValues): string[] {
  const mapped = mappingOf(job, 'facility', values)?.id;
  const facility = mapped === undefined ? `text ${plain(job.facility)}` : `facility ${mapped}`;
  const pairs = (job.sameOrder ?? []).map(({ jobId }) => `jobs ${Math.min(job.id, jobId)} ${Math.max(job.id, jobId)}`);
  return [facility, ...pairs];
}

/** What the texts of jobs are mapped to, also for targets that map for themselves, by their ids. */
export async function mappingsOf(db: Db, customerId: number, jobs: readonly JobRow[]): Promise<MapValues> {
  const ids = [...new Set(jobs.flatMap((job) => mapKinds.map((kind) => job[mapFields[kind].value]).filter((id) => id !== null)))];
  const texts = await mappedTexts(db, customerId, ids);
  const twins = texts.flatMap((text) => Object.values(text.twins ?? {}));
  return new Map([...texts, ...(await mappedTexts(db, customerId, twins))].map((text) => [text.id, text]));
}

type MappedText = Pick<MapValueRow, 'id' | 'targetId' | 'mappedId' | 'certainty' | 'twins'>;

async function mappedTexts(db: Db, customerId: number, ids: readonly number[]): Promise<MappedText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<MappedText, 'certainty' | 'twins'> & { twins: MapValueRow['twins'] | null }>`
    select id, target_id as "targetId", mapped_id as "mappedId", row -> 'twins' as twins from map_value
    where customer_id = ${customerId} and id = any(${[...ids]}::bigint[]) and not deleted`.execute(db);
  return rows.map(({ twins, ...text }) => ({ ...text, certainty: null, ...(twins && { twins }) }));
}

/** Every open job of the facilities of these jobs, if more than one source has jobs there, and the jobs that their choices name. */
async function jobsAtFacilities(
  db: Db,
  customerId: number,
  jobs: readonly JobRow[],
  values: MapValues,
): Promise<readonly JobRow[]> {
  const mapped = new Set<string>();
  const texts = new Set<string>();
  for (const job of jobs) {
    const id = mappingOf(job, 'facility', values)?.id ?? null;
    const text = plain(job.facility);
    if (id !== null) mapped.add(id);
    else if (text !== null) texts.add(text);
  }
  const chosen = jobs.flatMap((job) => (job.sameOrder ?? []).map(({ jobId }) => jobId));
  const { rows } = await sql<{ row: JobRow }>`
    with value as (
      select id from map_value where customer_id = ${customerId} and kind = 'facility' and not deleted and (
        mapped_id = any(${[...mapped]}::text[])
        or (mapped_id is null and lower(btrim(regexp_replace(row ->> 'text', '\\s+', ' ', 'g'))) = any(${[...texts]}::text[])))
    ), found as (
      select id from job where customer_id = ${customerId} and not deleted and status = 'Open' and row ->> 'facilityMap' is null
        and facility_value_id in (select id from value)
      union select id from job where customer_id = ${customerId} and not deleted and status = 'Open'
        and row ->> 'facilityMap' = any(${[...mapped]}::text[])
      union select id from job where customer_id = ${customerId} and not deleted and id = any(${chosen}::bigint[])
    )
    select j.row from job j join found f on f.id = j.id where j.customer_id = ${customerId}
      and (select count(distinct o.source_id) from job o where o.customer_id = ${customerId} and o.id in (select id from found)) > 1`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}
