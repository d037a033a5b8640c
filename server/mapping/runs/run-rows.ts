import { sql } from 'kysely';
import type { MapRun } from '#contract/mapping/mapping-runs.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type RunWork, rowsFor } from './run-work.ts';

const shown = [
  'id',
  'target_id as targetId',
  'kind',
  'name',
  'state',
  'total',
  'seen',
  'changed',
  'jobs',
  'by_name as by',
  'queued_at as queuedAt',
  'started_at as startedAt',
  'ended_at as endedAt',
  'message',
  'stopping',
  'restored',
  'kept',
] as const;

const select = (db: Db | Tx, customerId: number) => db.selectFrom('map_run').select(shown).where('customer_id', '=', customerId);

type Read = Omit<MapRun, 'undo'> & { restored: number; kept: number };
const asRun = ({ restored, kept, ...run }: Read): MapRun => ({
  ...run,
  undo: run.state === 'undone' || run.state === 'undoing' ? { restored, kept } : null,
});

/** The newest runs of a customer. */
export const newestRuns = async (db: Db, customerId: number): Promise<MapRun[]> =>
  (await select(db, customerId).orderBy('id', 'desc').limit(50).execute()).map(asRun);

/** One run, undefined where the customer has none of this id. */
export async function findRun(db: Db | Tx, customerId: number, id: number): Promise<MapRun | undefined> {
  const run = await select(db, customerId).where('id', '=', id).executeTakeFirst();
  return run && asRun(run);
}

/** How many rows a run would look at, and a mark that changes with any of them. */
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

/** Who asks for a run, and over what. */
export type Asked = {
  readonly customerId: number;
  readonly targetId: number;
  readonly work: RunWork;
  readonly name: string;
  readonly by: { readonly userId: number; readonly actorId: number; readonly name: string };
  readonly now: Date;
};

/** Queues a run and answers its id; null where one over the same target waits or runs already, so that two never race. */
export async function queueRun(tx: Tx, asked: Asked): Promise<number | null> {
  const { customerId, targetId, work, name, by, now } = asked;
  await tx
    .selectFrom('target')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', targetId)
    .forUpdate()
    .execute();
  const busy = await tx
    .selectFrom('map_run')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('state', 'in', ['queued', 'running', 'undoing'])
    .executeTakeFirst();
  if (busy) return null;
  const { count, upto } = await countRows(tx, customerId, targetId, work);
  const { id } = await tx
    .insertInto('map_run')
    .values({
      customer_id: customerId,
      target_id: targetId,
      kind: work.kind,
      name,
      work: JSON.stringify(work),
      state: 'queued',
      total: count,
      upto_id: upto,
      asked_by: by.userId,
      by_name: by.name,
      queued_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteRun(tx, asked, 'mapping.run', { run: id, work, rows: count });
  return id;
}

/** The line of the audit about a run. */
export async function noteRun(
  tx: Tx,
  { customerId, by, now }: Pick<Asked, 'customerId' | 'by' | 'now'>,
  name: string,
  { run, ...facts }: { readonly run: number; readonly [fact: string]: unknown },
): Promise<void> {
  const { actorId, userId } = by;
  await writeAudit(tx, { customerId, at: now, actorId, userId, name, object: ['mapRun', run], facts });
}

/** Rows by id as they are now, locked where they are about to be written; a removed row is not among them. */
export async function valuesOf(db: Db | Tx, customerId: number, ids: readonly number[], lock: boolean): Promise<MapValueRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ row: MapValueRow }>`
    select row from map_value where customer_id = ${customerId} and id = any(${[...ids]}::bigint[]) and not deleted
    order by id ${lock ? sql`for update` : sql``}`.execute(db);
  return rows.map(({ row }) => row);
}
