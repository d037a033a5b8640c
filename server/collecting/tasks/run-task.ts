import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SourceRow, TaskRow } from '#contract/rows/rows.ts';
import { silenceAlarm } from '#domain/jobs/silence.ts';
import { publish } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Collection, CollectOptions } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import { openJobs, type StageCounts, type StagePlace, stageJobs, withdrawMissing } from './stage-jobs.ts';

/** What a feed task needs to know; kept in `task.settings`. `aliases` are the customer's own column names. */
const FeedSettings = z.object({
  url: z.url(),
  dateOrder: z.enum(['MDY', 'DMY']).default('MDY'),
  durationUnit: z.enum(['days', 'weeks']).default('weeks'),
  aliases: z.record(z.string(), z.array(z.string())).default({}),
});

export type CollectorPorts = {
  readonly db: Db;
  readonly now: () => Date;
  /** Fetches a feed's bytes; `words` say what went wrong and what to do. */
  readonly fetchFeed: (url: string) => Promise<Result<Uint8Array, { words: string }>>;
  readonly read: (bytes: Uint8Array, options: CollectOptions) => Promise<Result<Collection, FeedProblem>>;
};

export type RunOutcome = { readonly counts: StageCounts; readonly refused: number; readonly alarm: string | null };
export type RunRefusal = { readonly kind: 'not_found' | 'not_ready' | 'busy' | 'failed'; readonly words: string };

type Task = { row: TaskRow; settings: Record<string, unknown>; source: SourceRow };

/**
 * Runs a data collection task once: fetch, read, stage, cancel what the feed no longer lists. A fault changes no job. With
 * `acceptSilence` a quiet feed is believed. One run of a task at a time. `beside` runs in the transaction that begins the run.
 */
export async function runTask<B = undefined>(
  ports: CollectorPorts,
  customerId: number,
  taskId: number,
  how: 'schedule' | 'manual',
  acceptSilence = false,
  beside: (tx: Tx) => Promise<B> = async () => undefined as B,
): Promise<Result<RunOutcome & { readonly begun: B }, RunRefusal>> {
  const task = await readTask(ports.db, customerId, taskId);
  if (!task) return no({ kind: 'not_found', words: 'This task no longer exists.' });
  const settings = FeedSettings.safeParse(task.settings);
  if (!settings.success) return no({ kind: 'not_ready', words: 'Give the task the address of its feed first.' });
  const run = await beginRun(ports, customerId, taskId, how, beside);
  if (run === null) return no({ kind: 'busy', words: 'This task is running already.' });
  const outcome = await collect(ports, customerId, task, settings.data, acceptSilence).catch((error: unknown) =>
    no({ kind: 'failed' as const, words: error instanceof Error ? error.message : String(error) }),
  );
  await endRun(ports, customerId, taskId, run.id, outcome);
  return outcome.ok ? ok({ ...outcome.value, refused: outcome.value.refused.length, begun: run.begun }) : outcome;
}

type Collected = Omit<RunOutcome, 'refused'> & { readonly refused: Collection['refused'] };

async function collect(
  ports: CollectorPorts,
  customerId: number,
  task: Task,
  settings: z.infer<typeof FeedSettings>,
  acceptSilence: boolean,
): Promise<Result<Collected, RunRefusal>> {
  const { url, ...reading } = settings;
  const bytes = await ports.fetchFeed(url);
  if (!bytes.ok) return no({ kind: 'failed', words: bytes.error.words });
  const read = await ports.read(bytes.value, { ...reading, today: ports.now().toISOString().slice(0, 10) });
  // A feed without a single record is silence, not a broken file.
  if (!read.ok && read.error.kind !== 'no_records' && read.error.kind !== 'empty')
    return no({ kind: 'failed', words: read.error.words });
  const { jobs, refused, truncated }: Pick<Collection, 'jobs' | 'refused' | 'truncated'> = read.ok
    ? read.value
    : { jobs: [], refused: [] };
  const place: StagePlace = { customerId, taskId: task.row.id, sourceId: task.source.id, source: task.source.name };
  const open = await openJobs(ports.db, place);
  const counts = await stageJobs(ports.db, place, jobs, ports.now);
  const quiet = acceptSilence ? null : silenceAlarm(open.length, jobs.length + refused.length);
  const alarm = quiet ?? unsureOf(refused, truncated);
  if (alarm !== null) return ok({ counts, refused, alarm });
  const listed = new Set([...jobs.map((job) => job.providerJobId), ...refused.flatMap((row) => row.providerJobId ?? [])]);
  const cancelled = await withdrawMissing(ports.db, place, listed, ports.now);
  return ok({ counts: { ...counts, cancelled }, refused, alarm: null });
}

/** A file cut short, or a row that does not even say which job it is: any open job may stand there, so none is cancelled. */
function unsureOf(refused: Collection['refused'], truncated: string | undefined): string | null {
  if (truncated !== undefined) return `${truncated} Nothing was cancelled.`;
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

/** A run that never ended (the service was killed) stops counting after this long. */
const longestRunMinutes = 30;

async function beginRun<B>(
  { db, now }: CollectorPorts,
  customerId: number,
  taskId: number,
  how: 'schedule' | 'manual',
  beside: (tx: Tx) => Promise<B>,
): Promise<{ id: number; begun: B } | null> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('task').select('id').where('customer_id', '=', customerId).where('id', '=', taskId).forUpdate().execute();
    const running = await tx
      .selectFrom('collection_run')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('task_id', '=', taskId)
      .where('ended_at', 'is', null)
      .where('started_at', '>', new Date(now().getTime() - longestRunMinutes * 60_000).toISOString())
      .executeTakeFirst();
    if (running) return null;
    const run = await tx
      .insertInto('collection_run')
      .values({ customer_id: customerId, task_id: taskId, how, started_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: run.id, begun: await beside(tx) };
  });
}

async function endRun(
  { db, now }: CollectorPorts,
  customerId: number,
  taskId: number,
  runId: number,
  outcome: Result<Collected, RunRefusal>,
): Promise<void> {
  const at = now();
  const words = outcome.ok ? wordsOf(outcome.value) : outcome.error.words;
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('collection_run')
      .set({
        ended_at: at,
        outcome: words,
        counts: JSON.stringify(outcome.ok ? outcome.value.counts : {}),
        refused: JSON.stringify(outcome.ok ? outcome.value.refused.slice(0, 1000) : []),
      })
      .where('customer_id', '=', customerId)
      .where('id', '=', runId)
      .execute();
    const task = await tx
      .selectFrom('task')
      .select('row')
      .where('customer_id', '=', customerId)
      .where('id', '=', taskId)
      // Removed while it ran: it stays removed.
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
      : { ...ran, alarm: words };
    // Counted from the end of any run, by hand too: what a list says of the next run is then true everywhere.
    const next = before.everyMinutes === null ? null : new Date(at.getTime() + before.everyMinutes * 60_000);
    await publish(tx, customerId, [{ collection: 'task', row, ...(next && { extra: { next_run_at: next.toISOString() } }) }]);
  });
}

const staged = (counts: StageCounts): number => counts.added + counts.changed + counts.same;

function wordsOf({ counts, refused, alarm }: Collected): string {
  const parts = [
    `${staged(counts)} jobs listed`,
    `${counts.added} new`,
    `${counts.changed} changed`,
    `${counts.cancelled} cancelled`,
  ];
  if (refused.length > 0) parts.push(`${refused.length} rows refused`);
  return alarm ?? parts.join(', ');
}
