import { type RawBuilder, sql } from 'kysely';
import type { DayFigures } from '#contract/rows/day-figures.ts';
import type { Db } from '#server/kit/db/connection.ts';

type Figures = Omit<DayFigures, 'day'>;

/**
 * Counts of a customer's jobs from one instant to before another: staged for the first time, out of the status Open, given a job order. A
 * job counts once in each. They come from history and calls, so that a job that is removed later still counts.
 */
const figuresOf = (customerId: number, from: RawBuilder<unknown>, until: RawBuilder<unknown>): RawBuilder<Figures> => {
  const history = sql`from job_history h where h.customer_id = ${customerId} and h.at >= ${from} and h.at < ${until}`;
  return sql<Figures>`
    (select count(distinct h.job_id)::integer ${history} and h.field = 'job') as "newJobs",
    (select count(distinct h.job_id)::integer ${history} and h.field = 'status'
      and h.before #>> '{}' = 'Open' and h.after #>> '{}' <> 'Open') as "closedJobs",
    (select count(distinct a.job_id)::integer from post_attempt a
      where a.customer_id = ${customerId} and a.at >= ${from} and a.at < ${until} and (
        (a.kind = 'post' and a.answer = 'done')
        -- The answer of the post was lost, and a look found the job order.
        or (a.kind = 'lookUp' and a.answer = 'found' and 'post' = (
          select w.kind from post_attempt w where w.customer_id = a.customer_id and w.job_id = a.job_id and w.target_id = a.target_id
            and w.generation = a.generation and w.id < a.id and w.kind in ('post', 'update') order by w.id desc limit 1)))
    ) as "postedJobs"`;
};

/** Where a day (yyyy-MM-dd) of a zone begins. */
const startOf = (day: string, zone: string) => sql`${day}::date::timestamp at time zone ${zone}`;

/** Where the count of a day begins: where the row of the day before ends, also after a change of the zone. */
const beginOf = (customerId: number, day: string, zone: string) => sql`coalesce(
  (select f.until_at from daily_figure f where f.customer_id = ${customerId} and f.day = ${day}::date - 1), ${startOf(day, zone)})`;

/**
 * Writes the row of a day that is over. Returns false if another process has written it. The row never changes again: what a device shows
 * today for last week is what it showed last week.
 */
export async function keepDay(db: Db, customerId: number, day: string, zone: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into daily_figure (customer_id, day, from_at, until_at, new_jobs, closed_jobs, posted_jobs, counted_at)
    select ${customerId}, ${day}::date, s.from_at, s.until_at, f."newJobs", f."closedJobs", f."postedJobs", ${now}
    from (select b.from_at, greatest(b.from_at, (${day}::date + 1)::timestamp at time zone ${zone}) as until_at
      from (select ${beginOf(customerId, day, zone)} as from_at) b) s
    cross join lateral (select ${figuresOf(customerId, sql`s.from_at`, sql`s.until_at`)}) f
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** The figures of a day that is under way, until now. */
export async function countToday(db: Db, customerId: number, day: string, zone: string, now: Date): Promise<DayFigures> {
  const { rows } = await sql<Figures>`
    select f.* from (select ${beginOf(customerId, day, zone)} as from_at) s
    cross join lateral (select ${figuresOf(customerId, sql`s.from_at`, sql`${now}::timestamptz`)}) f`.execute(db);
  return { day, ...(rows[0] ?? { newJobs: 0, closedJobs: 0, postedJobs: 0 }) };
}
