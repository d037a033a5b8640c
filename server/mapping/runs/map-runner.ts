import { sql } from 'kysely';
import type { Logger } from 'pino';
import { messages } from '#contract/kit/messages.ts';
import { may } from '#domain/rights/may.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import { createTurns, type Turns } from '#server/kit/lib/turns.ts';
import { decisionsOf } from './run-decisions.ts';
import { type ClaimedRun, leaseUntil, type Portion, runPortion, undoPortion } from './run-portion.ts';
import { RunWork, rightsOf } from './run-work.ts';

const pollMs = 500;

/** Carries mapping runs out, one after another; any number of processes may, each run goes to one of them. */
export const createMapRunner = (db: Db, now: () => Date, log: Logger): Turns =>
  createTurns({
    pollMs,
    log,
    failed: 'mapping runs could not go on',
    async next(stopping) {
      const run = await claim(db, now());
      if (!run) return 0;
      await carryOut(db, run, now, stopping).catch((error: unknown) => {
        log.error({ err: error, run: run.id }, 'a mapping run failed');
        return end(db, run, 'failed', now());
      });
      return 1;
    },
  });

/** Takes the run that has waited longest: a queued one, or one whose process is gone. */
async function claim(db: Db, now: Date): Promise<ClaimedRun | null> {
  const { rows } = await sql<Omit<ClaimedRun, 'work'> & { work: unknown }>`
    update map_run set state = case when state = 'queued' then 'running' else state end, started_at = coalesce(started_at, ${now}),
      fence = fence + 1, lease_until = ${leaseUntil(now)}
    where (customer_id, id) in (
      select customer_id, id from map_run
      where state in ('queued', 'running', 'undoing') and (lease_until is null or lease_until < ${now})
      order by queued_at limit 1 for update skip locked
    ) returning customer_id as "customerId", id, target_id as "targetId", work, state = 'undoing' as undoing,
      asked_by as "askedBy", by_name as "byName", fence`.execute(db);
  const row = rows[0];
  return row ? { ...row, work: RunWork.parse(row.work) } : null;
}

async function carryOut(db: Db, run: ClaimedRun, now: () => Date, stopping: AbortSignal): Promise<void> {
  const holder = await holderOf(db, run.askedBy);
  if (!holder || !rightsOf(run.work).every((right) => may(holder, right))) return end(db, run, 'forbidden', now());
  const next = run.undoing ? () => undoPortion(db, run, now) : await nextPortion(db, run, now);
  let portion: Portion = 'more';
  while (portion === 'more' && !stopping.aborted) portion = await next();
  if (portion === 'lost') return;
  // The service stops: another process, or this one after its restart, goes on at once.
  if (portion === 'more') await sql`update map_run set lease_until = null where ${own(run)}`.execute(db);
  else await end(db, run, portion, now());
}

async function nextPortion(db: Db, run: ClaimedRun, now: () => Date): Promise<() => Promise<Portion>> {
  const decisions = await decisionsOf(db, run, now);
  return () => runPortion(db, run, decisions, now);
}

const own = (run: ClaimedRun) => sql`customer_id = ${run.customerId} and id = ${run.id} and fence = ${run.fence}`;

type Ending = 'end' | 'stopped' | 'failed' | 'forbidden';

/** Writes a run's end with its result in words, and how many open jobs follow what it changed. */
async function end(db: Db, run: ClaimedRun, ending: Ending, now: Date): Promise<void> {
  const state = run.undoing
    ? 'undone'
    : ({ end: 'done', stopped: 'cancelled', failed: 'failed', forbidden: 'failed' } as const)[ending];
  const changed = sql<string>`changed::text`;
  const words = {
    end: run.undoing
      ? sql<string>`'Undone: ' || restored || ' put back' || case when kept > 0 then ', ' || kept || ' changed by people since and left' else '' end`
      : sql<string>`replace(${messages.autoMapComplete({ count: '#' })}, '#', ${changed})`,
    stopped: sql<string>`'Stopped. Number of affected records: ' || ${changed}`,
    failed: sql<string>`${messages.failedSupport}`,
    forbidden: sql<string>`${messages.insufficientRights}`,
  }[ending];
  const failedUndo = run.undoing && (ending === 'failed' || ending === 'forbidden');
  await sql`
    update map_run set state = ${failedUndo ? 'failed' : state}, ended_at = ${now}, lease_until = null, stopping = false, message = ${words},
      jobs = (
        with c as (select value_id from map_run_change where customer_id = ${run.customerId} and run_id = ${run.id} and not undone)
        select count(*) from job j where j.customer_id = ${run.customerId} and not j.deleted and j.status = 'Open' and (
          (j.row ->> 'facilityMap' is null and j.facility_value_id in (select value_id from c))
          or (j.row ->> 'degreeMap' is null and (j.row ->> 'degreeValueId')::bigint in (select value_id from c))
          or (j.row ->> 'specialtyMap' is null and (j.row ->> 'specialtyValueId')::bigint in (select value_id from c))
          or (j.row ->> 'shiftMap' is null and (j.row ->> 'shiftValueId')::bigint in (select value_id from c))))
    where ${own(run)}`.execute(db);
}

/** Runs that a killed process of an embedded database left behind go on at once, not after their lease. */
export async function endRunLeases(db: Db): Promise<void> {
  await sql`update map_run set lease_until = null where state in ('queued', 'running', 'undoing')`.execute(db);
}
