import { sql } from 'kysely';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { nextInstant } from './instants.ts';
import { type ScheduleRow, timingOf } from './schedule-rows.ts';

/** Tries of a run that meets temporary errors. The last one ends it as failed. */
export const mostTries = 5;

/** One run to carry out. */
export const scheduleQueue = defineQueue<{ customerId: number; runId: number }>('report-schedule', {
  tries: mostTries,
  retrySeconds: 60,
  expireSeconds: 600,
});

/** Schedules that one transaction takes. */
const portion = 50;

type Due = ScheduleRow & { readonly zone_now: string };

/**
 * Makes a run of each schedule that is due, moves it to its next instant, and queues the run, all in one transaction: however many
 * processes look, each instant has one run. Instants that passed while no process ran become one run, of the first of them. A schedule
 * whose customer moved to another time zone is due by its new clock.
 */
export async function takeDue(db: Db, now: Date): Promise<void> {
  for (let taken = portion; taken === portion; )
    taken = await db.transaction().execute(async (tx) => {
      const rows = await dueOf(tx, now);
      for (const row of rows) await takeOne(tx, row, now);
      return rows.length;
    });
}

/** Queues runs again that wait without a job, such as those whose process was killed at every try. */
export async function queueForgotten(db: Db): Promise<void> {
  const { rows } = await sql<{ customerId: number; runId: number }>`
    select r.customer_id as "customerId", r.id as "runId" from report_run r
    where r.state = 'waiting' and ${isAtWork('r.customer_id')} and not exists (
      select from pgboss.job j where j.name = ${scheduleQueue.name} and j.state < 'completed'
        and j.singleton_key = r.customer_id || '/' || r.id)
    limit ${portion}`.execute(db);
  for (const ids of rows) await sendJob(db, scheduleQueue, ids);
}

async function dueOf(tx: Tx, now: Date): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select s.*, c.time_zone as zone_now from report_schedule s join customer c on c.id = s.customer_id
    where s.next_at is not null and (s.next_at <= ${now} or s.zone <> c.time_zone) and ${isAtWork('s.customer_id')}
    order by s.next_at limit ${portion} for update of s skip locked`.execute(tx);
  return rows;
}

async function takeOne(tx: Tx, row: Due, now: Date): Promise<void> {
  const { customer_id: customerId, id, next_at: dueAt, zone_now: zone } = row;
  if (dueAt !== null && new Date(dueAt) <= now) {
    const run = await tx
      .insertInto('report_run')
      .values({ customer_id: customerId, schedule_id: id, due_at: dueAt, by_hand: false })
      .onConflict((conflict) => conflict.columns(['customer_id', 'schedule_id', 'due_at']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (run) await sendJob(tx, scheduleQueue, { customerId, runId: run.id });
  }
  await tx
    .updateTable('report_schedule')
    .set({ zone, next_at: nextInstant(timingOf(row), zone, now) })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}
