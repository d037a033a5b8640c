import { sql } from 'kysely';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { rowSet } from '#domain/commands/row-set.ts';
import { withManualCancel, withoutManualCancel } from '#domain/jobs/overrides.ts';
import { may } from '#domain/rights/may.ts';
import { againAfterRace } from '#server/commands/failures.ts';
import { historyLines, historyOf } from '#server/commands/record.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { inPortions, type RunContext, runHandler } from '#server/runs/carry-out.ts';
import type { Progress } from '#server/runs/lease.ts';
import { type ClaimedRun, type DoRun, defineRunKind } from '#server/runs/run-kind.ts';

/** The cancellation of a source's open orders. `upto` is the highest job id when it was asked for: jobs that come later stay open. */
export const cancelRuns = defineRunKind({
  name: 'cancel-orders',
  work: z.object({ sourceId: z.number(), source: z.string(), upto: z.number() }),
  limits: { atOnce: 2, perCustomer: 1, perHost: 1 },
  tries: 3,
});
type CancelWork = z.infer<typeof cancelRuns.work>;
type CancelRun = ClaimedRun<CancelWork>;

/** Jobs per transaction, so that a run never blocks the customer's feed for long (sync.md, edge case 31). */
const portionJobs = 500;

export const cancelJobs = (context: RunContext): JobHandler[] => [runHandler(context, cancelRuns, doCancel(context))];

const doCancel =
  (context: RunContext): DoRun<CancelWork> =>
  async (run) => {
    // Who asked may belong to another customer.
    const holder = run.askedBy === null ? undefined : await holderOf(context.db, run.askedBy, run.customerId);
    if (!holder || !may(holder, 'admin')) return { state: 'failed', message: messages.insufficientRights };
    const how = await inPortions(run.lease, () => againAfterRace(() => portion(run, context.now)));
    if (how === 'gave way') return how;
    if (run.undoing) return { state: 'undone', message: undoneText };
    return {
      state: how === 'end' ? 'done' : 'cancelled',
      message: ({ changed }) => `${how === 'end' ? '' : 'Stopped. '}${counted(changed)} of ${run.work.source} canceled`,
    };
  };

const counted = (jobs: number): string => `${jobs.toLocaleString('en-US')} ${jobs === 1 ? 'job' : 'jobs'}`;

function undoneText({ changed, result }: Progress): string {
  const reopened = Number(result['restored'] ?? 0);
  const kept = changed - reopened;
  return `Undone: ${counted(reopened)} open again${kept > 0 ? `, ${counted(kept)} changed by people since and left` : ''}`;
}

/**
 * Cancels the next open jobs, or on undo opens those whose status this run locked: the lock's person and time are those of the run. A job
 * that a person reopened or canceled again meanwhile has another lock or none, and is left as it is.
 */
async function portion(run: CancelRun, now: () => Date): Promise<'more' | 'end' | 'stopped'> {
  const { db, customerId, work, lease, byName: by, undoing } = run;
  const at = new Date(run.startedAt).toISOString();
  const wanted = undoing
    ? sql`row -> 'locks' -> 'status' ->> 'at' = ${at} and row -> 'locks' -> 'status' ->> 'by' = ${by}`
    : sql`status = 'Open'`;
  return db.transaction().execute(async (tx) => {
    const progress = await lease.hold(tx);
    if (progress.stopping) return 'stopped';
    const { rows } = await sql<{ row: JobRow }>`
      select row from job where customer_id = ${customerId} and source_id = ${work.sourceId} and not deleted
        and id > ${progress.cursor} and id <= ${work.upto} and ${wanted} order by id limit ${portionJobs} for update`.execute(tx);
    const jobs = rows.map(({ row }) => row);
    const last = jobs.at(-1)?.id;
    if (last === undefined) return 'end';
    const next = jobs.map((job) => (undoing ? withoutManualCancel(job) : withManualCancel(job, { by, at })));
    const restored = Number(progress.result['restored'] ?? 0) + jobs.length;
    await lease.advance(tx, {
      cursor: last,
      seen: undoing ? 0 : jobs.length,
      changed: undoing ? 0 : jobs.length,
      ...(undoing && { result: { restored } }),
    });
    await writeJobs(tx, { customerId, by, now: now() }, jobs, next);
    return 'more';
  });
}

type By = { readonly customerId: number; readonly by: string; readonly now: Date };

async function writeJobs(
  tx: Tx,
  { customerId, by, now }: By,
  before: readonly JobRow[],
  after: readonly JobRow[],
): Promise<void> {
  const book = rowSet(before.map((row) => ({ collection: 'job', row }) as const));
  const writes = after.map((row) => ({ collection: 'job', row }) as const);
  const history = historyOf({ actor: { name: by }, customerId, now }, historyLines(writes, book, 'manual'));
  await writeRows(tx, customerId, writes, () => history);
}
