import { sql } from 'kysely';
import type { LongWork } from '#contract/system/long-work.ts';
import type { Db, Tx } from '../kit/db/connection.ts';

const columns = sql`id, kind, name, state, total, seen, changed, queued_at as "queuedAt", ended_at as "endedAt", message, stopping,
  coalesce(result ->> 'phase', '') as phase, coalesce(work ->> 'taskId', work ->> 'targetId', work ->> 'childId', work ->> 'fileId', work ->> 'promptId', case when kind = 'cancel-orders' then work ->> 'sourceId' end)::int as "subjectId",
  changed > 0 and (kind in ('mapping', 'rules', 'refresh', 'cancel-orders') and state in ('done', 'cancelled')
    or kind = 'move' and state in ('done', 'cancelled', 'failed')) as "canUndo"`;

/**
 * The newest 50 runs of a customer that a user requested: those not over and, if `since` (an instant) is given, those that ended
 * after it.
 */
export async function longWorkOf(db: Db, customerId: number, userId: number, since: string | undefined): Promise<LongWork[]> {
  const { rows } = await sql<LongWork>`
    select ${columns} from run where customer_id = ${customerId} and asked_by = ${userId}
      and (state in ('queued', 'running', 'undoing') or ended_at > ${since ?? null}::timestamptz)
    order by id desc limit 50`.execute(db);
  return rows;
}

/** One run of a customer, of any kind, requested by any user; undefined if there is none. */
export async function findLongWork(db: Db | Tx, customerId: number, id: number): Promise<LongWork | undefined> {
  const { rows } = await sql<LongWork>`select ${columns} from run where customer_id = ${customerId} and id = ${id}`.execute(db);
  return rows[0];
}

/** The person who asked for a run; null for work of the service itself and for a run that does not exist. */
export async function askerOf(db: Db | Tx, customerId: number, id: number): Promise<number | null> {
  const { rows } = await sql<{ userId: number | null }>`
    select asked_by as "userId" from run where customer_id = ${customerId} and id = ${id}`.execute(db);
  return rows[0]?.userId ?? null;
}
