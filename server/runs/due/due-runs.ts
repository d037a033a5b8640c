import { type Selectable, sql } from 'kysely';
import type { Timing } from '#domain/reports/schedules/timing.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Database } from '#server/kit/db/schema.ts';
import { type Queue, sendJob } from '#server/kit/queue/queue.ts';
import { nextInstant } from './instants.ts';

type Plan = Selectable<Database['report_schedule' | 'job_alert']>;

/** When a stored schedule or alert is due. */
export const timingOf = ({
  frequency,
  days,
  day,
  on_time: time,
}: Pick<Plan, 'frequency' | 'days' | 'day' | 'on_time'>): Timing => ({ frequency, days, day, time });

/** Tries of a run that meets temporary errors. The last one ends it as failed. */
export const mostTries = 5;

/** One run to carry out. */
type RunIds = { readonly customerId: number; readonly runId: number };

/** What is due at instants: its table, the table of its runs with the column that names it, and the queue that carries out a run. */
export type DuePlans = {
  readonly plans: 'report_schedule' | 'job_alert';
  readonly runs: 'report_run' | 'job_alert_run';
  readonly planId: 'schedule_id' | 'alert_id';
  readonly queue: Queue<{ customerId: number; runId: number }>;
};

/** Plans that one transaction takes. */
const portion = 50;

type Due = Pick<Plan, 'customer_id' | 'id' | 'next_at' | 'frequency' | 'days' | 'day' | 'on_time'> & { readonly zone: string };

/**
 * Makes a run of each plan that is due, moves it to its next instant, and queues the run, all in one transaction: however many processes
 * look, each instant has one run. Instants that passed while no process ran, or while the customer was suspended, become one run, of the
 * first of them. A plan whose customer moved to another time zone is due by its new clock.
 */
export async function takeDue(db: Db, due: DuePlans, now: Date): Promise<void> {
  for (let taken = portion; taken === portion; )
    taken = await db.transaction().execute(async (tx) => {
      const rows = await dueOf(tx, due, now);
      for (const row of rows) await takeOne(tx, due, row, now);
      return rows.length;
    });
}

/** Queues runs again that wait without a job, such as those whose process was killed at every try. */
export async function queueForgotten(db: Db, { runs, queue }: DuePlans): Promise<void> {
  const { rows } = await sql<RunIds>`
    select r.customer_id as "customerId", r.id as "runId" from ${sql.table(runs)} r
    where r.state = 'waiting' and ${isAtWork('r.customer_id')} and not exists (
      select from pgboss.job j where j.name = ${queue.name} and j.state < 'completed'
        and j.singleton_key = r.customer_id || '/' || r.id)
    limit ${portion}`.execute(db);
  for (const ids of rows) await sendJob(db, queue, ids);
}

async function dueOf(tx: Tx, { plans }: DuePlans, now: Date): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select p.customer_id, p.id, p.next_at, p.frequency, p.days, p.day, p.on_time, c.time_zone as zone
    from ${sql.table(plans)} p join customer c on c.id = p.customer_id
    where p.next_at is not null and (p.next_at <= ${now} or p.zone <> c.time_zone) and ${isAtWork('p.customer_id')}
    order by p.next_at limit ${portion} for update of p skip locked`.execute(tx);
  return rows;
}

async function takeOne(tx: Tx, { plans, runs, planId, queue }: DuePlans, row: Due, now: Date): Promise<void> {
  const { customer_id: customerId, id, next_at: dueAt, zone } = row;
  if (dueAt !== null && new Date(dueAt) <= now) {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(runs)} (customer_id, ${sql.ref(planId)}, due_at) values (${customerId}, ${id}, ${dueAt})
      on conflict (customer_id, ${sql.ref(planId)}, due_at) do nothing returning id`.execute(tx);
    for (const run of rows) await sendJob(tx, queue, { customerId, runId: run.id });
  }
  await sql`
    update ${sql.table(plans)} set zone = ${zone}, next_at = ${nextInstant(timingOf(row), zone, now)}
    where customer_id = ${customerId} and id = ${id}`.execute(tx);
}
