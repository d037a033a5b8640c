import { sql } from 'kysely';
import type { Logger } from 'pino';
import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { againAfterRace } from '#server/commands/failures.ts';
import { publish } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { createTurns, type Turns } from '#server/kit/lib/turns.ts';
import { saveQuestions } from '../ruling/ai-answers.ts';
import { writeHistory } from '../ruling/job-history.ts';
import { type Ruled, ruleGiven, ruleStanding } from '../ruling/rule-job.ts';
import { type Ruling, rulingOf } from '../ruling/ruling.ts';
import { jobsOfRun } from './run-rows.ts';
import { withTexts } from './run-texts.ts';

type Run = {
  readonly customerId: number;
  readonly id: number;
  readonly jobIds: readonly number[] | null;
  readonly taskId: number | null;
  readonly recollect: boolean;
};

const pollMs = 500;
/** Jobs a transaction, so that a run never holds the customer's feed for long (sync.md, edge case 31). */
const portion = 500;
const leaseSeconds = 60;

/** Carries runs of rules out, one after another; any number of processes may, each run goes to one of them. */
export const createRuleRunner = (db: Db, now: () => Date, log: Logger): Turns =>
  createTurns({
    pollMs,
    log,
    failed: 'runs of rules could not go on',
    async next(stopping) {
      const run = await claim(db, now());
      if (!run) return 0;
      await carryOut(db, run, now, stopping).catch((error: unknown) => {
        log.error({ err: error, run: run.id }, 'a run of rules failed');
        return end(db, run, 'failed', messages.failedSupport, now());
      });
      return 1;
    },
  });

/** Takes the run that has waited longest: a queued one, or one whose process is gone. */
async function claim(db: Db, now: Date): Promise<Run | null> {
  const { rows } = await sql<Run>`
    update rule_run set state = 'running', started_at = coalesce(started_at, ${now}), lease_until = ${leaseUntil(now)}
    where (customer_id, id) in (
      select customer_id, id from rule_run
      where state in ('queued', 'running') and (lease_until is null or lease_until < ${now})
      order by queued_at limit 1 for update skip locked
    ) returning customer_id as "customerId", id, job_ids as "jobIds", task_id as "taskId", recollect`.execute(db);
  return rows[0] ?? null;
}

const leaseUntil = (now: Date): Date => new Date(now.getTime() + leaseSeconds * 1000);

async function carryOut(db: Db, run: Run, now: () => Date, stopping: AbortSignal): Promise<void> {
  const ruling = await rulingOf(db, run.customerId, 'collection', now());
  let next: 'more' | 'end' | 'stopped' = 'more';
  while (next === 'more' && !stopping.aborted)
    next = await againAfterRace(() => db.transaction().execute((tx) => onePortion(tx, run, ruling, now().toISOString())));
  // The service stops: another process, or this one after its restart, goes on at once where the last portion ended.
  if (next === 'more') await sql`update rule_run set lease_until = null where ${own(run)}`.execute(db);
  else await end(db, run, next === 'end' ? 'done' : 'cancelled', null, now());
}

const own = (run: Run) => sql`customer_id = ${run.customerId} and id = ${run.id}`;

async function end(db: Db, run: Run, state: 'done' | 'cancelled' | 'failed', message: string | null, now: Date): Promise<void> {
  const ended = state === 'done' ? `${messages.complete}.` : 'Stopped.';
  await sql`update rule_run set state = ${state}, ended_at = ${now}, lease_until = null,
    message = coalesce(${message}, ${ended} || ' ' || changed || ' of ' || seen || ' jobs changed.') where ${own(run)}`.execute(
    db,
  );
}

/** Runs the rules over the next jobs, in the transaction that writes them and how far the run is. */
async function onePortion(tx: Tx, run: Run, ruling: Ruling, at: string): Promise<'more' | 'end' | 'stopped'> {
  const { rows: state } = await sql<{ after: number; stopping: boolean }>`
    select after_id as after, stopping from rule_run where ${own(run)} for update`.execute(tx);
  const { after = 0, stopping = true } = state[0] ?? {};
  if (stopping) return 'stopped';
  const { rows } = await sql<{ row: JobRow; collected: Record<string, unknown> }>`
    select row, collected from job where customer_id = ${run.customerId} and not deleted and id > ${after} and ${jobsOfRun(run)}
    order by id limit ${portion} for update`.execute(tx);
  const done = rows.map(({ row, collected }) => ruleOne(row, run.recollect ? collected : null, ruling, at));
  const { ruled, values } = await withTexts(tx, run.customerId, done, at);
  const written = ruled.filter((one) => one.written);
  await writeHistory(tx, run.customerId, written, at);
  await saveQuestions(tx, run.customerId, ruling.answers, at);
  const last = rows.at(-1)?.row.id ?? after;
  await sql`update rule_run set after_id = ${last}, seen = seen + ${rows.length}, changed = changed + ${written.length},
    lease_until = ${leaseUntil(new Date(at))} where ${own(run)}`.execute(tx);
  const jobs = written.map(({ row }) => ({ collection: 'job', row }) as const);
  if (jobs.length + values.length > 0) await publish(tx, run.customerId, [...values, ...jobs]);
  return rows.length < portion ? 'end' : 'more';
}

/** One job again: from what its feed last gave, where that is asked for and known, else as it stands. */
function ruleOne(job: JobRow, collected: Record<string, unknown> | null, ruling: Ruling, at: string): Ruled {
  if (collected === null || Object.keys(collected).length === 0) return ruleStanding(job, ruling, at);
  const { idDerived: _derived, extra: _extra, ...given } = collected;
  const { id, taskId, sourceId, source, providerJobId } = job;
  const { facilityValueId, degreeValueId, specialtyValueId, shiftValueId } = job;
  const place = { id, taskId, sourceId, source, providerJobId, facilityValueId, degreeValueId, specialtyValueId, shiftValueId };
  return ruleGiven(job, given, place, ruling, at, job.source);
}

/** Runs that a killed process of an embedded database left behind go on at once, not after their lease. */
export async function endRuleLeases(db: Db): Promise<void> {
  await sql`update rule_run set lease_until = null where state in ('queued', 'running')`.execute(db);
}
