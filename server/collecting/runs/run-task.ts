import pLimit from 'p-limit';
import type { Logger } from 'pino';
import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SourceRow, TaskRow } from '#contract/rows/rows.ts';
import { otherIdsAlarm, silenceAlarm } from '#domain/jobs/silence.ts';
import { isTransient } from '#server/commands/failures.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';
import type { Collection, CollectOptions } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import type { FileReader } from '#server/parsing/parser-turns.ts';
import { runNow } from '#server/runs/carry-out.ts';
import { type Lease, LeaseLost, RunStopped } from '#server/runs/lease.ts';
import { type ClaimedRun, type DoRun, defineRunKind, type RunEnd } from '#server/runs/run-kind.ts';
import { hostOf, startRun } from '#server/runs/run-rows.ts';
import { rememberedOf } from '../column-mappings/column-mappings.ts';
import { openJobs, type StageCounts, type StagePlace, stageJobs, withdrawMissing } from '../staging/stage-jobs.ts';
import { shownAddress } from '../task-rows/task-credentials.ts';

/** Settings of a feed task, stored in `task.settings`. `aliases` are the customer's own column names. */
const FeedSettings = z.object({
  dateOrder: z.enum(['MDY', 'DMY']).default('MDY'),
  durationUnit: z.enum(['days', 'weeks']).default('weeks'),
  aliases: z.record(z.string(), z.array(z.string())).default({}),
});

/** How a task's settings say its feed is read; the usual way if they are unreadable. */
export function feedOptions(settings: unknown, now: Date): CollectOptions {
  const read = FeedSettings.safeParse(settings);
  return { ...(read.success ? read.data : FeedSettings.parse({})), today: now.toISOString().slice(0, 10) };
}

export type CollectorPorts = {
  readonly db: Db;
  readonly now: () => Date;
  readonly log: Logger;
  /** The whole address of a task's feed; empty if it has none. */
  readonly feedAddress: (customerId: number, taskId: number) => Promise<string>;
  /** Fetches a feed. On failure, `words` says what went wrong and what to do. */
  readonly fetchFeed: (url: string, signal: AbortSignal) => Promise<Result<Uint8Array, { words: string }>>;
  readonly read: (bytes: Uint8Array, options: CollectOptions, reader: FileReader) => Promise<Result<Collection, FeedProblem>>;
};

export type RunOutcome = { readonly counts: StageCounts; readonly refused: number; readonly alarm: string | null };
export type RunRefusal = { readonly kind: 'not_found' | 'not_ready' | 'busy' | 'failed' | 'stopped'; readonly words: string };

type Task = { row: TaskRow; settings: Record<string, unknown>; source: SourceRow };

/** One collection of one task. A vendor that hangs blocks only its own host's runs: the limits leave room for other hosts. */
export const collectRuns = defineRunKind({
  name: 'collect',
  work: z.object({ taskId: z.number(), how: z.enum(['schedule', 'manual']), acceptSilence: z.boolean() }),
  limits: { atOnce: 24, perCustomer: 12, perHost: 8 },
  tries: 3,
  async noteRefused(tx, { customerId, runId }, words, at) {
    const own = tx.updateTable('collection_run').where('customer_id', '=', customerId).where('run_id', '=', runId);
    await own.set({ ended_at: at, outcome: words }).execute();
  },
});
type CollectWork = z.infer<typeof collectRuns.work>;

/** The user who requested a collection. The user sees its progress until it ends. */
type AskedBy = { readonly userId: number; readonly name: string };

/** Queues a collection of a task; `feed` is the shown address of its feed. Returns null if the previous one has not ended. */
export const startCollection = (
  tx: Tx,
  {
    customerId,
    name,
    feed,
    now,
    by,
    ...work
  }: CollectWork & { customerId: number; name: string; feed: string; now: Date; by?: AskedBy },
): Promise<number | null> =>
  startRun(tx, collectRuns, {
    customerId,
    key: String(work.taskId),
    host: hostOf(feed),
    name: `Collect ${name}`,
    work,
    total: 0,
    askedBy: by?.userId ?? null,
    byName: by?.name ?? '',
    now,
  });

/** Longer than fetching and reading a feed may take. */
const waitMs = 120_000;

/**
 * Runs a task once for a user who waits: fetches, reads and stages the feed, then cancels jobs that it no longer lists. A
 * failure changes no job. `acceptSilence` accepts a feed with far fewer jobs. `beside` runs in the transaction that queues it.
 */
export async function runTask<B = undefined>(
  ports: CollectorPorts,
  customerId: number,
  taskId: number,
  how: 'schedule' | 'manual',
  acceptSilence = false,
  beside: (tx: Tx) => Promise<B> = async () => undefined as B,
  by?: AskedBy,
): Promise<Result<RunOutcome & { readonly begun: B }, RunRefusal>> {
  const { db, now } = ports;
  const found = await readReady(ports, customerId, taskId);
  if (!found.ok) return found;
  const { task, url } = found.value;
  const request = {
    customerId,
    taskId,
    how,
    acceptSilence,
    name: task.row.name,
    feed: shownAddress(url),
    now: now(),
    ...(by && { by }),
  };
  const queued = await db.transaction().execute(async (tx) => {
    const runId = await startCollection(tx, request);
    return runId === null ? null : { runId, begun: await beside(tx) };
  });
  if (queued === null) return no({ kind: 'busy', words: 'This task is running already.' });
  const run = await runNow(ports, collectRuns, collectTask(ports), { customerId, runId: queued.runId }, { waitMs });
  if (!run) return no({ kind: 'busy', words: 'This task is still running. Its result is shown in the list of its runs.' });
  if (run.state !== 'done') return no({ kind: run.state === 'cancelled' ? 'stopped' : 'failed', words: run.message });
  return ok({ ...(run.result as RunOutcome), begun: queued.begun });
}

/** Executes collections in this process. */
export const collectTask =
  (process: CollectorPorts): DoRun<CollectWork> =>
  async (run) => {
    const ports = { ...process, db: run.db };
    const { customerId, work, lease } = run;
    const found = await readReady(ports, customerId, work.taskId);
    if (!found.ok) return { state: 'failed', message: found.error.words };
    const { task } = found.value;
    if (work.how === 'schedule' && task.row.disabled) return { state: 'cancelled', message: 'The task was disabled.' };
    await noteBegin(ports.db, run);
    const outcome = await collect(ports, run, found.value).catch((error: unknown) => {
      if (error instanceof LeaseLost || (isTransient(error) && !run.lastTry)) throw error;
      if (error instanceof RunStopped) return no({ kind: 'stopped' as const, words: stoppedText });
      return no({ kind: 'failed' as const, words: error instanceof Error ? error.message : String(error) });
    });
    return lease.signal.aborted && !outcome.ok ? 'gave way' : endOf(run, outcome, ports.now);
  };

/** A task that can run: its feed's address and how to read the feed. */
type Ready = { readonly task: Task; readonly url: string; readonly settings: z.infer<typeof FeedSettings> };

async function readReady(
  { db, feedAddress }: CollectorPorts,
  customerId: number,
  taskId: number,
): Promise<Result<Ready, RunRefusal>> {
  const [task, url] = await Promise.all([readTask(db, customerId, taskId), feedAddress(customerId, taskId)]);
  if (!task) return no({ kind: 'not_found', words: 'This task no longer exists.' });
  const settings = FeedSettings.safeParse(task.settings);
  return settings.success && url !== ''
    ? ok({ task, url, settings: settings.data })
    : no({ kind: 'not_ready', words: 'Give the task the address of its feed first.' });
}

const stoppedText = 'Stopped. Jobs staged so far stay, and no missing job was canceled.';

type Collected = Omit<RunOutcome, 'refused'> & Pick<Collection, 'refused' | 'warned'>;

/** Limits the feeds that this process reads and stages concurrently. Fetching is not limited, so a hanging feed blocks none. */
const reading = pLimit(4);

async function collect(
  ports: CollectorPorts,
  { customerId, work, lease }: ClaimedRun<CollectWork>,
  { task, url, settings }: Ready,
): Promise<Result<Collected, RunRefusal>> {
  const bytes = await ports.fetchFeed(url, lease.signal);
  if (!bytes.ok) return no({ kind: 'failed', words: bytes.error.words });
  const place: StagePlace = { customerId, taskId: task.row.id, sourceId: task.source.id, source: task.source.name };
  return reading(async () => {
    lease.signal.throwIfAborted();
    const learned = await rememberedOf(ports.db, customerId, task.source.id);
    const options = { ...settings, learned, today: ports.now().toISOString().slice(0, 10) };
    const read = await ports.read(bytes.value, options, { customerId, background: true });
    // A feed without records counts as silence, not as a broken file.
    if (!read.ok && read.error.kind !== 'no_records' && read.error.kind !== 'empty')
      return no({ kind: 'failed', words: read.error.words });
    return stage(ports, place, read.ok ? read.value : { jobs: [], refused: [], warned: [] }, work, lease);
  });
}

const noCounts: StageCounts = { added: 0, changed: 0, same: 0, cancelled: 0 };

async function stage(
  { db, now }: CollectorPorts,
  place: StagePlace,
  { jobs, refused, warned, truncated }: Pick<Collection, 'jobs' | 'refused' | 'warned' | 'truncated'>,
  { acceptSilence }: CollectWork,
  { guard, expect, advance }: Lease,
): Promise<Result<Collected, never>> {
  const open = await openJobs(db, place);
  const listed = new Set([...jobs.map((job) => job.providerJobId), ...refused.flatMap((row) => row.providerJobId ?? [])]);
  const still = open.filter(({ providerJobId }) => listed.has(providerJobId)).length;
  const others = acceptSilence ? null : otherIdsAlarm(open.length, still, jobs.length);
  if (others !== null) return ok({ counts: noCounts, refused, warned, alarm: others });
  await db.transaction().execute(async (tx) => {
    await guard(tx);
    await expect(tx, jobs.length);
  });
  const counts = await stageJobs(db, place, jobs, now, guard, (tx, seen, changed) => advance(tx, { cursor: 0, seen, changed }));
  const quiet = acceptSilence ? null : silenceAlarm(open.length, jobs.length + refused.length);
  const alarm = quiet ?? unsureOf(refused, truncated);
  if (alarm !== null) return ok({ counts, refused, warned, alarm });
  const cancelled = await withdrawMissing(db, place, listed, now, guard);
  return ok({ counts: { ...counts, cancelled }, refused, warned, alarm: null });
}

/** If a file was cut short, or a row has no job id, any open job may be in it, so no job is canceled. */
function unsureOf(refused: Collection['refused'], truncated: string | undefined): string | null {
  if (truncated !== undefined) return `${truncated} Nothing was canceled.`;
  const nameless = refused.filter((row) => row.providerJobId === undefined).length;
  if (nameless === 0) return null;
  const rows = nameless === 1 ? '1 row does' : `${nameless} rows do`;
  return `${rows} not say which job they are about, so no missing job was canceled. See the rejected rows and ask the vendor to fix them.`;
}

async function readTask(db: Db, customerId: number, taskId: number): Promise<Task | null> {
  const found = await db
    .selectFrom('task')
    .select(['row', 'settings'])
    .where('customer_id', '=', customerId)
    .where('id', '=', taskId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!found) return null;
  const row = found.row as TaskRow;
  const source = await db
    .selectFrom('source')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', row.sourceId)
    .executeTakeFirst();
  return source ? { row, settings: found.settings, source: source.row as SourceRow } : null;
}

/** Starts the run's line in the task's history. Does nothing if another process resumes the run. */
async function noteBegin(db: Db, { customerId, runId, startedAt, work }: ClaimedRun<CollectWork>): Promise<void> {
  await db
    .insertInto('collection_run')
    .values({ customer_id: customerId, run_id: runId, task_id: work.taskId, how: work.how, started_at: startedAt })
    .onConflict((conflict) => conflict.columns(['customer_id', 'run_id']).doNothing())
    .execute();
}

function endOf(run: ClaimedRun<CollectWork>, outcome: Result<Collected, RunRefusal>, now: () => Date): RunEnd {
  const words = outcome.ok ? errorMessage(outcome.value) : outcome.error.words;
  return {
    state: outcome.ok ? 'done' : outcome.error.kind === 'stopped' ? 'cancelled' : 'failed',
    message: words,
    async also(tx) {
      await writeOutcome(tx, run, outcome, words, now());
      if (!outcome.ok) return {};
      const { counts, alarm, refused } = outcome.value;
      return { counts, alarm, refused: refused.length } satisfies RunOutcome;
    },
  };
}

async function writeOutcome(
  tx: Tx,
  { customerId, runId, work }: ClaimedRun<CollectWork>,
  outcome: Result<Collected, RunRefusal>,
  words: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('collection_run')
    .set({
      ended_at: at,
      outcome: words,
      counts: JSON.stringify(outcome.ok ? outcome.value.counts : {}),
      refused: JSON.stringify(outcome.ok ? outcome.value.refused.slice(0, 1000) : []),
      warned: JSON.stringify(outcome.ok ? outcome.value.warned.slice(0, 1000) : []),
    })
    .where('customer_id', '=', customerId)
    .where('run_id', '=', runId)
    .execute();
  const task = await tx
    .selectFrom('task')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', work.taskId)
    // A task that was removed while it ran stays removed.
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  if (!task) return;
  const before = task.row as TaskRow;
  const ran = { ...before, lastRunAt: at.toISOString(), lastResult: words };
  const row = outcome.ok
    ? {
        ...ran,
        lastSuccessAt: at.toISOString(),
        alarm: outcome.value.alarm,
        staged: staged(outcome.value.counts),
        refused: outcome.value.refused.length,
      }
    : outcome.error.kind === 'stopped'
      ? ran
      : { ...ran, alarm: words };
  // Counted from the end of every run, also of a manual one, so that the listed next run is always right.
  const least = await serviceValue(tx, 'collection.minimumMinutes', customerId);
  const next = before.everyMinutes === null ? null : new Date(at.getTime() + Math.max(before.everyMinutes, least) * 60_000);
  await writeRows(tx, customerId, [{ collection: 'task', row, ...(next && { extra: { next_run_at: next.toISOString() } }) }]);
}

const staged = (counts: StageCounts): number => counts.added + counts.changed + counts.same;

function errorMessage({ counts, refused, warned, alarm }: Collected): string {
  const parts = [
    `${staged(counts)} jobs listed`,
    `${counts.added} new`,
    `${counts.changed} changed`,
    `${counts.cancelled} canceled`,
  ];
  if (refused.length > 0) parts.push(`${refused.length} rows refused`);
  if (warned.length > 0) parts.push(`${warned.length} rows with warnings`);
  return alarm ?? parts.join(', ');
}
