import { sql } from 'kysely';
import type { MapKind, MapValueRow } from '#contract/rows/rows.ts';
import { valueKey } from '#domain/mapping/text/value-key.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import { holdStaging } from '#server/feed/hold-source.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { targetsOf } from '#server/targets/target-rows.ts';
import { twinsOf } from './distinct-values.ts';
import { apartHomeOf, mapsApart } from './value-home.ts';

type Asked =
  | { readonly homes: readonly number[] }
  | { readonly twins: readonly number[] }
  | { readonly kind: MapKind; readonly twins?: readonly number[] };

/**
 * The ids of twins, each with the id of the text that jobs name: those of given texts, of given twins, or all of a kind. Source: `map_value`.
 */
export async function homesOfTwins(db: Db | Tx, customerId: number, asked: Asked): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ home: number; twin: number }>`
    select h.id as home, t.value::bigint as twin from map_value h, jsonb_each_text(h.row -> 'twins') t
    where h.customer_id = ${customerId} and h.row ? 'twins' and not h.deleted
      ${'kind' in asked ? sql`and h.kind = ${asked.kind}` : sql``}
      ${'homes' in asked ? sql`and h.id = any(${[...asked.homes]}::bigint[])` : sql``}
      ${'twins' in asked && asked.twins ? sql`and t.value::bigint = any(${[...asked.twins]}::bigint[])` : sql``}`.execute(db);
  return new Map(rows.map(({ home, twin }) => [twin, home]));
}

/** Gives each text of a customer its twins for a target that maps for itself. `round`: which of two times. */
const twinQueue = defineQueue<{ customerId: number; targetId: number; round: number }>('map-twins', { expireSeconds: 900 });

/** A collection that began before the target mapped for itself has ended by then. */
const againSeconds = 1800;

/** Queues it now, and again for texts that a collection under way adds without a twin. */
export async function queueTwins(tx: Tx, customerId: number, targetId: number): Promise<void> {
  await sendJob(tx, twinQueue, { customerId, targetId, round: 1 });
  await sendJob(tx, twinQueue, { customerId, targetId, round: 2 }, { afterSeconds: againSeconds });
}

type Ports = { readonly db: Db; readonly now: () => Date };

export const twinJobs = (ports: Ports): JobHandler[] => [
  handleJobs(twinQueue, { atOnce: 1, carryOut: ({ customerId, targetId }) => giveTwins(ports, customerId, targetId) }),
];

/** Texts per transaction (sync.md, edge case 31). */
const portion = 200;

/**
 * Gives every text of the customer's first target a twin for a target that maps for itself. What was done stays done if it breaks off: it goes
 * on with the texts that have none. Returns how many twins were made.
 */
export async function giveTwins({ db, now }: Ports, customerId: number, targetId: number): Promise<number> {
  let made = 0;
  for (let after: number | null = 0; after !== null; ) {
    const done: { readonly last: number | null; readonly made: number } = await db
      .transaction()
      .execute((tx) => givePortion(tx, { customerId, targetId, after: after ?? 0 }, now().toISOString()));
    made += done.made;
    after = done.last;
  }
  return made;
}

type Portion = { readonly customerId: number; readonly targetId: number; readonly after: number };

async function givePortion(tx: Tx, { customerId, targetId, after }: Portion, at: string) {
  const over = { last: null, made: 0 };
  const targets = await targetsOf(tx, customerId);
  const target = targets.find(({ row }) => row.id === targetId);
  const home = homeTarget(targets.map(({ row }) => row));
  if (!target || !home || home.id === targetId || !mapsApart(target.row)) return over;
  const { rows } = await sql<{ row: MapValueRow }>`
    select row from map_value where customer_id = ${customerId} and id > ${after} and not deleted and target_id = ${home.id}
      and not coalesce(row -> 'twins' ? ${String(targetId)}, false)
    order by id limit ${portion} for update`.execute(tx);
  const last = rows.at(-1)?.row.id;
  if (last === undefined) return over;
  const apart = [await apartHomeOf(tx, customerId, target)];
  const writes: Publication[] = [];
  for (const sourceId of [...new Set(rows.map(({ row }) => row.sourceId))].sort((one, other) => one - other)) {
    const texts = rows.flatMap(({ row }) => (row.sourceId === sourceId ? [row] : []));
    // A collection of this source could make the same twin.
    await holdStaging(tx, customerId, sourceId);
    const fresh = texts.map(({ id, kind, text, within, address, city, state, zip }) => {
      const value = { kind, text, within, address, city, state, zip };
      return [String(id), { ...value, key: valueKey(value) }] as const;
    });
    const ids = new Map(texts.map(({ id }) => [String(id), id]));
    const twins = await twinsOf(tx, { customerId, sourceId, apart }, fresh, { ids, at });
    for (const row of texts) {
      const of = twins.get(row.id);
      if (!of) continue;
      writes.push(...of.rows, { collection: 'mapValue', row: { ...row, twins: { ...row.twins, ...of.ids } } });
    }
  }
  await writeRows(tx, customerId, writes);
  return { last, made: rows.length };
}
