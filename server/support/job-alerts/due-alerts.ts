import { sql } from 'kysely';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { nextInstant } from '#server/reports/schedules/instants.ts';
import { type AlertRow, timingOf } from './alert-rows.ts';

/** Tries of a run that meets temporary errors, such as an ATS that is not reached. The last one ends it as failed. */
export const mostTries = 5;

/** One run to carry out. */
export const alertQueue = defineQueue<{ customerId: number; runId: number }>('job-alert', {
  tries: mostTries,
  retrySeconds: 120,
  expireSeconds: 900,
});

/** Alerts that one transaction takes. */
const portion = 50;

type Due = AlertRow & { readonly zone_now: string };

/**
 * Makes a run of each alert that is due, moves it to its next instant, and queues the run, all in one transaction: however many processes
 * look, each instant has one run. Instants that passed while no process ran, or while the customer was suspended, become one run, of the
 * first of them.
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
    select r.customer_id as "customerId", r.id as "runId" from job_alert_run r
    where r.state = 'waiting' and ${isAtWork('r.customer_id')} and not exists (
      select from pgboss.job j where j.name = ${alertQueue.name} and j.state < 'completed'
        and j.singleton_key = r.customer_id || '/' || r.id)
    limit ${portion}`.execute(db);
  for (const ids of rows) await sendJob(db, alertQueue, ids);
}

async function dueOf(tx: Tx, now: Date): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select a.*, c.time_zone as zone_now from job_alert a join customer c on c.id = a.customer_id
    where a.next_at is not null and (a.next_at <= ${now} or a.zone <> c.time_zone) and ${isAtWork('a.customer_id')}
    order by a.next_at limit ${portion} for update of a skip locked`.execute(tx);
  return rows;
}

async function takeOne(tx: Tx, row: Due, now: Date): Promise<void> {
  const { customer_id: customerId, id, next_at: dueAt, zone_now: zone } = row;
  if (dueAt !== null && new Date(dueAt) <= now) {
    const run = await tx
      .insertInto('job_alert_run')
      .values({ customer_id: customerId, alert_id: id, due_at: dueAt })
      .onConflict((conflict) => conflict.columns(['customer_id', 'alert_id', 'due_at']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (run) await sendJob(tx, alertQueue, { customerId, runId: run.id });
  }
  await tx
    .updateTable('job_alert')
    .set({ zone, next_at: nextInstant(timingOf(row), zone, now) })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}
