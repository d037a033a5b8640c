import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';
import { dayIn, daysLater } from '#server/people/customers/disable-date.ts';
import { keepDay } from './count-days.ts';

type Parts = Pick<Services, 'db' | 'now' | 'log'>;

const daysQueue = defineQueue('daily-figures', { tries: 1, expireSeconds: 600, keepHours: 1 });

/** So long after its end a day is counted: a change of its last minute may still be on its way into the database. */
const graceMs = 10 * 60_000;
/** Days that are caught up after a stop. Calls to targets are kept no longer. */
const mostCaughtUp = 34;

/** Writes the figures of each customer's days once they are over. Every quarter of an hour, because days end at different times. */
export const dailyJobs = (parts: Parts): JobHandler[] => [
  handleJobs(daysQueue, {
    atOnce: 1,
    schedule: { cron: '*/15 * * * *', zone: 'UTC' },
    carryOut: (_ids, stopping) => keepDays(parts, stopping),
  }),
];

/** Writes the rows of all days that are over and have none, and returns how many. Figures begin with the day before the first run. */
export async function keepDays({ db, now, log }: Parts, stopping: AbortSignal): Promise<number> {
  const at = now();
  let kept = 0;
  for (const customer of await customersOf(db)) {
    if (stopping.aborted) break;
    try {
      kept += await keepDaysOf(db, customer, at);
    } catch (error) {
      // The days of one customer must not keep those of the others from being counted. The next run tries again.
      log.error({ err: error, customer: customer.id }, 'the figures of a day could not be counted');
    }
  }
  return kept;
}

type Customer = { readonly id: number; readonly zone: string; readonly lastDay: string | null };

async function keepDaysOf(db: Db, { id, zone, lastDay }: Customer, at: Date): Promise<number> {
  let kept = 0;
  for (const day of daysToKeep(dayIn(zone, new Date(at.getTime() - graceMs)), lastDay))
    if (await keepDay(scopeTo(db, [id]), id, day, zone, at)) kept += 1;
  return kept;
}

/** The days before today that have no row yet, oldest first. */
export function daysToKeep(today: string, lastDay: string | null): readonly string[] {
  const yesterday = daysLater(today, -1);
  const oldest = daysLater(today, -mostCaughtUp);
  const days: string[] = [];
  const next = lastDay === null ? yesterday : daysLater(lastDay, 1);
  for (let day = next > oldest ? next : oldest; day <= yesterday; day = daysLater(day, 1)) days.push(day);
  return days;
}

async function customersOf(db: Db): Promise<readonly Customer[]> {
  const { rows } = await sql<Customer>`
    select c.id, c.time_zone as zone, (select max(f.day)::text from daily_figure f where f.customer_id = c.id) as "lastDay"
    from customer c where c.deleted_at is null and not c.provider order by c.id`.execute(db);
  return rows;
}
