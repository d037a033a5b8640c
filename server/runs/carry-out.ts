import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { messages } from '#contract/kit/messages.ts';
import { againAfterRace } from '../commands/failures.ts';
import type { Db } from '../kit/db/connection.ts';
import { scopeTo, withoutScope } from '../kit/db/customer-scope.ts';
import { isTransient } from '../kit/db/sessions/transient.ts';
import { holderOf } from '../kit/http/actors.ts';
import { messageOf } from '../kit/queue/boss.ts';
import { handleJobs, type JobHandler } from '../kit/queue/job-handler.ts';
import { sendJob } from '../kit/queue/queue.ts';
import { claimRun, sendWaiting } from './claim.ts';
import { keepLease, type Lease, LeaseLost, type RunRef, RunStopped } from './lease.ts';
import type { DoRun, RunEnd, RunKind } from './run-kind.ts';
import { findRun, type RunRow } from './run-rows.ts';

/**
 * How long a run may take to stop when the service stops. After that the service no longer waits, and later writes of the run are
 * refused.
 */
const graceMs = 5000;
const never = new AbortController().signal;

/** What running needs of the process. */
export type RunContext = { readonly db: Db; readonly now: () => Date; readonly log: Logger };

/** The result of an attempt. `left`: nothing was done. `goes on`: the run continues elsewhere or later. */
export type Attempt = 'ended' | 'goes on' | 'left';

/** The queue handler of a kind of run. The queue carries only triggers; the run itself is claimed here. */
export const runHandler = <Work>(context: RunContext, kind: RunKind<Work>, doRun: DoRun<Work>): JobHandler =>
  handleJobs(kind.queue, {
    atOnce: kind.limits.atOnce,
    async carryOut(ref, stopping) {
      const attempt = await carryOutRun(context, kind, doRun, ref, { stopping });
      // The finished attempt makes room for the next waiting run.
      if (attempt !== 'left') await sendWaiting(context.db, kind);
      return attempt === 'left' ? 0 : 1;
    },
    sendDue: (db) => sendWaiting(db, kind),
  });

/**
 * Claims a run and carries it out. After a temporary error it is retried later, with a growing, randomized delay. Any other error
 * ends it as failed and is recorded for administrators. A run that a person asked for fails at its next attempt once the person has
 * no access to the customer any more. `unlimited` is for a person who waits for the answer.
 */
export async function carryOutRun<Work>(
  { db: whole, now, log }: RunContext,
  kind: RunKind<Work>,
  doRun: DoRun<Work>,
  ref: RunRef,
  { stopping = never, unlimited = false }: { readonly stopping?: AbortSignal; readonly unlimited?: boolean } = {},
): Promise<Attempt> {
  // The limits per host count the runs of all customers.
  const claim = await claimRun(withoutScope(whole), kind, ref, now(), { unlimited });
  if (!claim) return 'left';
  const db = scopeTo(whole, [ref.customerId]);
  const lease = keepLease(db, ref, claim.fence, stopping);
  try {
    if (!(await hasAccess(whole, claim.askedBy, ref.customerId)))
      return await endRun(db, ref, lease, refusedEnd(kind, ref, now()), now());
    const run = { ...ref, ...claim, db, work: kind.work.parse(claim.work), lastTry: claim.tries + 1 >= kind.tries, lease };
    const end = await orLeft(doRun(run), lease.signal);
    if (end !== 'gave way') return await endRun(db, ref, lease, end, now(), end.fault);
    await lease.release();
    return 'goes on';
  } catch (error) {
    if (error instanceof LeaseLost) return 'goes on';
    if (error instanceof RunStopped) return await endRun(db, ref, lease, stopped, now());
    if (stopping.aborted) return await lease.release().then(() => 'goes on' as const);
    log.error({ err: error, kind: kind.name, run: ref }, 'a run met a fault');
    if (isTransient(error) && claim.tries + 1 < kind.tries) return await tryLater(db, kind, ref, lease, claim.tries);
    const message = messages.failedSupport;
    return await endRun(db, ref, lease, { state: 'failed', message }, now(), error).catch((fault: unknown) => {
      // The database is unavailable. The lease expires by itself, and another attempt follows.
      log.error({ err: fault, kind: kind.name, run: ref }, 'the end of a run could not be written');
      return 'goes on' as const;
    });
  } finally {
    lease.end();
  }
}

const refusedEnd = ({ noteRefused }: Pick<RunKind, 'noteRefused'>, ref: RunRef, at: Date): RunEnd => ({
  state: 'failed',
  message: messages.insufficientRights,
  also: async (tx) => noteRefused?.(tx, ref, messages.insufficientRights, at),
});

/** Whether the person who asked for a run may still work at its customer. They may belong to another one. Schedules ask without a person. */
const hasAccess = async (db: Db, askedBy: number | null, customerId: number): Promise<boolean> =>
  askedBy === null || (await holderOf(withoutScope(db), askedBy, customerId)) !== undefined;

const stopped: RunEnd = { state: 'cancelled', message: 'Stopped. What was done so far stays.' };

/** The end of the work, or `gave way` soon after the signal. */
async function orLeft(work: Promise<RunEnd | 'gave way'>, signal: AbortSignal): Promise<RunEnd | 'gave way'> {
  const settled = new AbortController();
  const left = new Promise<'gave way'>((resolve) => {
    const later = () =>
      sleep(graceMs, 'gave way' as const, { signal: settled.signal, ref: false }).then(resolve, () => undefined);
    if (signal.aborted) void later();
    else signal.addEventListener('abort', () => void later(), { once: true });
  });
  // Errors that an abandoned run throws later are ignored.
  work.catch(() => undefined);
  return Promise.race([work, left]).finally(() => settled.abort());
}

async function endRun(
  db: Db,
  { customerId, runId }: RunRef,
  lease: Lease,
  end: RunEnd,
  now: Date,
  fault?: unknown,
): Promise<'ended'> {
  await againAfterRace(() =>
    db.transaction().execute(async (tx) => {
      const progress = await lease.hold(tx);
      const result = (await end.also?.(tx, progress)) ?? {};
      const message = typeof end.message === 'string' ? end.message : end.message(progress);
      await sql`update run set state = ${end.state}, ended_at = ${now}, lease_until = null, stopping = false, message = ${message},
        result = result || ${JSON.stringify(result)}::jsonb, fault = ${fault === undefined ? null : messageOf(fault)}
        where customer_id = ${customerId} and id = ${runId}`.execute(tx);
    }),
  );
  return 'ended';
}

const firstWaitSeconds = 5;

async function tryLater(db: Db, { queue }: Pick<RunKind, 'queue'>, ref: RunRef, lease: Lease, tries: number): Promise<'goes on'> {
  // Randomized, so that runs that failed together are not retried together.
  const seconds = Math.ceil(firstWaitSeconds * 2 ** tries * (0.5 + Math.random()));
  await db.transaction().execute(async (tx) => {
    await lease.hold(tx);
    await sql`update run set lease_until = null, tries = tries + 1, due_at = clock_timestamp() + make_interval(secs => ${seconds})
      where customer_id = ${ref.customerId} and id = ${ref.runId}`.execute(tx);
    await sendJob(tx, queue, ref, { afterSeconds: seconds + 1 });
  });
  return 'goes on';
}

const lookMs = 200;

/**
 * Carries out a queued run for a person who waits, and returns the ended run. If another process claimed it first, waits for that
 * one. Undefined if the run has not ended; it then continues by itself.
 */
export async function runNow<Work>(
  context: RunContext,
  kind: RunKind<Work>,
  doRun: DoRun<Work>,
  ref: RunRef,
  { waitMs }: { readonly waitMs: number },
): Promise<RunRow<Work> | undefined> {
  if ((await carryOutRun(context, kind, doRun, ref, { unlimited: true })) === 'goes on') return undefined;
  for (let waited = 0; waited <= waitMs; waited += lookMs) {
    const run = await findRun(context.db, kind, ref);
    if (!run || run.endedAt !== null) return run;
    await sleep(lookMs);
  }
  return undefined;
}

/** Runs portions until none is left or a person stops the run. When the service stops, it ends between two portions. */
export async function inPortions(
  lease: Lease,
  portion: () => Promise<'more' | 'end' | 'stopped'>,
): Promise<'end' | 'stopped' | 'gave way'> {
  for (;;) {
    if (lease.signal.aborted) return 'gave way';
    const done = await portion();
    if (done !== 'more') return done;
  }
}
