import { sql } from 'kysely';
import * as z from 'zod';
import type { MapRun } from '#contract/mapping/mapping-runs.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import { defineRunKind } from '#server/runs/run-kind.ts';
import { findRun as findAny, type RunRow, runsOf, startRun } from '#server/runs/run-rows.ts';
import { RunWork, rowsFor } from './run-work.ts';

/** Bulk and automatic mapping of one target. `upto` is the highest row id when the run was requested. */
export const mapRuns = defineRunKind({
  name: 'mapping',
  work: z.object({ targetId: z.number(), upto: z.number(), rows: RunWork }),
  limits: { atOnce: 2, perCustomer: 2, perHost: 1 },
  tries: 3,
});
export type MapWork = z.infer<typeof mapRuns.work>;

/** Extra results of a mapping run: open jobs affected, rows that the undo restored, and rows that it kept. */
type Result = { readonly jobs?: number; readonly restored?: number; readonly kept?: number };

const asRun = ({ work, result, byName, ...run }: RunRow<MapWork>): MapRun => {
  const { jobs = null, restored = 0, kept = 0 } = result as Result;
  const undo = run.state === 'undone' || run.state === 'undoing' ? { restored, kept } : null;
  return { ...run, targetId: work.targetId, kind: work.rows.kind, by: byName, jobs, undo };
};

/** The newest runs of customers. */
export const newestRuns = async (db: Db, customers: Customers): Promise<MapRun[]> =>
  (await runsOf(db, mapRuns, customers)).map(asRun);

/** One run; undefined if the customer has none with this id. */
export async function findRun(db: Db | Tx, customerId: number, id: number): Promise<MapRun | undefined> {
  const run = await findAny(db, mapRuns, { customerId, runId: id });
  return run && asRun(run);
}

/** The rows that a run would read: their count, their ids, and a mark that changes if any of them changes. */
export async function countRows(
  db: Db | Tx,
  customerId: number,
  targetId: number,
  work: RunWork,
): Promise<{ count: number; upto: number; mark: string; ids: readonly number[] }> {
  const { rows } = await sql<{ count: number; upto: number; mark: string; ids: number[] }>`
    select count(*) as count, coalesce(max(v.id), 0) as upto, coalesce(jsonb_agg(v.id), '[]') as ids,
      count(*) || '.' || coalesce(max(v.rev), 0) as mark
    from map_value v
    where v.customer_id = ${customerId} and v.target_id = ${targetId} and not v.deleted and ${rowsFor(work)}`.execute(db);
  return rows[0] ?? { count: 0, upto: 0, mark: '0.0', ids: [] };
}

/** A request for a run: by whom, for which rows. */
export type Asked = {
  readonly customerId: number;
  readonly targetId: number;
  readonly work: RunWork;
  readonly name: string;
  readonly by: { readonly userId: number; readonly actorId: number; readonly name: string };
  readonly now: Date;
};

/** Queues a run. Returns its id, or null if a run of the same target is queued or running, so that two never race. */
export async function queueRun(tx: Tx, asked: Asked): Promise<number | null> {
  const { customerId, targetId, work: rows, name, by, now } = asked;
  const { count, upto } = await countRows(tx, customerId, targetId, rows);
  const work = { targetId, upto, rows };
  const request = { customerId, key: String(targetId), name, work, total: count, askedBy: by.userId, byName: by.name, now };
  const id = await startRun(tx, mapRuns, request);
  if (id !== null) await noteRun(tx, asked, 'mapping.run', { run: id, work: rows, rows: count });
  return id;
}

/** Writes the audit entry of a run. */
export async function noteRun(
  tx: Tx,
  { customerId, by, now }: Pick<Asked, 'customerId' | 'by' | 'now'>,
  name: string,
  { run, ...facts }: { readonly run: number; readonly [fact: string]: unknown },
): Promise<void> {
  const { actorId, userId } = by;
  await writeAudit(tx, { customerId, at: now, actorId, userId, name, object: ['mapRun', run], facts });
}

/** Rows by id in their current state, optionally locked for a write. Removed rows are left out. */
export async function valuesOf(db: Db | Tx, customerId: number, ids: readonly number[], lock: boolean): Promise<MapValueRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ row: MapValueRow }>`
    select row from map_value where customer_id = ${customerId} and id = any(${[...ids]}::bigint[]) and not deleted
    order by id ${lock ? sql`for update` : sql``}`.execute(db);
  return rows.map(({ row }) => row);
}
