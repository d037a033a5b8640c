import { type RawBuilder, sql } from 'kysely';
import { rightIds } from '#contract/kit/rights.ts';
import type { Db } from '../../kit/db/connection.ts';
import { aheadMs, type Limits, type PaceBook, postsWaitMs, readTurns, spacingMs, type Turns } from './pace-book.ts';
import type { Priority } from './priority.ts';

/** A connection: the target of a customer. */
export type PacedTarget = { readonly customerId: number; readonly targetId: number };

/** A notice once a month, when this part of the month's calls is used. */
const alarmPart = 0.8;

const milliseconds = (count: number | RawBuilder<unknown>) => sql`make_interval(secs => ${count}::double precision / 1000)`;
const asMilliseconds = (span: RawBuilder<unknown>) => sql<number>`(extract(epoch from ${span}) * 1000)::double precision`;
const databaseClock = sql<string>`clock_timestamp()`;

/**
 * Takes turns in one statement. The row is locked before it is read, so two processes never get the same turn, and only the clock
 * of the database counts. `now` replaces that clock in tests.
 */
export async function takeTurns(
  db: Db,
  { customerId, targetId }: PacedTarget,
  limits: Limits,
  asked: { readonly priority: Priority; readonly count: number; readonly now?: RawBuilder<string> },
): Promise<(Turns & { readonly isAlarming: boolean }) | undefined> {
  const spacing = spacingMs(limits);
  const isRead = asked.priority === 'read';
  const most = limits.perMonth === null ? null : Math.ceil(limits.perMonth * alarmPart);
  const { rows } = await sql<Turns & { readonly isAlarming: boolean }>`
    with locked as materialized (
      select *, ${asked.now ?? databaseClock}::timestamptz as now from target_pace
      where customer_id = ${customerId} and target_id = ${targetId} for update
    ), begun as materialized (
      select *, date_trunc('month', now at time zone 'UTC')::date as this_month, date_trunc('minute', now) as this_minute,
        greatest(now, next_at, paused_until, case when ${isRead} and posts_until > now then reads_next_at end) as start from locked
    ), given as materialized (
      select *, case when start > now + ${milliseconds(aheadMs)} then 0 when ${spacing} = 0 then ${asked.count}
        else least(${asked.count}, floor(${asMilliseconds(sql`now + ${milliseconds(aheadMs)} - start`)} / nullif(${spacing}, 0))::int + 1)
        end as count from begun
    )
    update target_pace p set
      next_at = case when g.count = 0 then g.next_at else g.start + ${milliseconds(sql`g.count * ${spacing}`)} end,
      reads_next_at = case when g.count = 0 or ${!isRead} then g.reads_next_at
        else g.start + ${milliseconds(sql`g.count * ${spacing * readTurns}`)} end,
      posts_until = case when ${isRead} then g.posts_until
        else greatest(g.posts_until, g.start + ${milliseconds(postsWaitMs)}) end,
      minute_at = g.this_minute,
      minute_calls = g.count + case when g.minute_at = g.this_minute then g.minute_calls else 0 end,
      month = g.this_month,
      month_calls = g.count + case when g.month = g.this_month then g.month_calls else 0 end,
      called_at = case when g.count = 0 then g.called_at else g.now end
    from given g where p.customer_id = g.customer_id and p.target_id = g.target_id
    returning g.count, ${spacing}::double precision as "spacingMs",
      ${asMilliseconds(sql`g.start - g.now`)} as "afterMs",
      greatest(0, ${asMilliseconds(sql`g.start - g.now - ${milliseconds(aheadMs)}`)}) as "waitMs",
      greatest(0, ${asMilliseconds(sql`g.paused_until - g.now`)}) as "pausedMs",
      coalesce(p.month_calls >= ${most}::int and p.alarmed_month is distinct from p.month, false) as "isAlarming"`.execute(db);
  return rows[0];
}

/** The book of a connection in the database. `db` is limited to its customer. */
export function paceBook(db: Db, place: PacedTarget, limits: Limits): PaceBook {
  const { customerId, targetId } = place;
  const addRow = () =>
    db
      .insertInto('target_pace')
      .values({ customer_id: customerId, target_id: targetId })
      .onConflict((c) => c.doNothing())
      .execute();
  return {
    async take(priority, count) {
      let turns = await takeTurns(db, place, limits, { priority, count });
      if (!turns) {
        await addRow();
        turns = await takeTurns(db, place, limits, { priority, count });
      }
      if (!turns) throw new Error(`target ${customerId}/${targetId} has no row of its calls`);
      if (turns.isAlarming) await tellOfMonth(db, place, limits);
      return turns;
    },
    async pause(ms) {
      await sql`update target_pace set paused_until = greatest(paused_until, clock_timestamp() + ${milliseconds(ms)})
        where customer_id = ${customerId} and target_id = ${targetId}`.execute(db);
    },
    async daySaid(used, allowed) {
      await sql`update target_pace set day_used = ${used}, day_allowed = ${allowed}, day_at = clock_timestamp()
        where customer_id = ${customerId} and target_id = ${targetId}`.execute(db);
    },
  };
}

/** Tells the people who may change targets that most calls of the month are used: once a month, whichever process finds it first. */
async function tellOfMonth(db: Db, { customerId, targetId }: PacedTarget, { perMonth }: Limits): Promise<void> {
  await sql`
    with marked as (
      update target_pace set alarmed_month = month
      where customer_id = ${customerId} and target_id = ${targetId} and alarmed_month is distinct from month returning month_calls
    )
    insert into notification (customer_id, user_id, kind, text, link)
    select u.customer_id, u.id, 'target_calls', format('%s: %s of %s calls of this month are used. Ask for a higher limit before they are all used, or sync its lists less often.',
      t.row ->> 'name', to_char(marked.month_calls, 'FM999,999,999'), to_char(${perMonth}::int, 'FM999,999,999')), ${`/targetconfig/${targetId}`}
    from marked, target t, app_user u join role r on r.id = u.role_id
    where t.customer_id = ${customerId} and t.id = ${targetId} and not t.deleted and u.customer_id = ${customerId}
      and u.disabled_at is null and (r.authorises_everything or ${rightIds['targets.write']} = any(u.rights))`.execute(db);
}
