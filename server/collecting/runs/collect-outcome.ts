import type { CollectError } from '#contract/rows/collect-errors.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import type { Collection } from '#server/parsing/collect-records.ts';
import type { ClaimedRun, RunEnd } from '#server/runs/run-kind.ts';
import { hostOf } from '#server/runs/run-rows.ts';
import type { CollectProblem, Marks } from '../collectors/collector.ts';
import { nextDelivery } from '../deliveries/deliveries.ts';
import type { StageCounts } from '../staging/stage-jobs.ts';
import type { CollectPorts } from './collect-ports.ts';
import type { CollectWork } from './collect-run.ts';
import { isPassing, nextRunAfter } from './next-run.ts';
import { noMarks, type ReadyTask, TaskMarks } from './task-state.ts';
import { noteHost } from './vendor-hosts.ts';

/** What an administrator must check, of a run that ended. */
export type Alarm = { readonly error: CollectError; readonly words: string };

export type Collected = Pick<Collection, 'refused' | 'warned'> & {
  readonly kind: 'collected';
  readonly counts: StageCounts;
  readonly alarm: Alarm | null;
  /** Texts of statuses that no one knows. */
  readonly unknownStatuses: readonly string[];
  /** New jobs of other work types and days than the task collects. */
  readonly outOfScope: number;
  /** What the counts are about, before them. */
  readonly said?: string;
};

/** How a collection ended. `fileId` is the kept file that it read. */
export type Outcome =
  | (Collected & { readonly fileId: number | null; readonly marks: Omit<TaskMarks, 'failures'> })
  | {
      readonly kind: 'unchanged';
      readonly fileId: number | null;
      readonly vendor?: Marks;
      readonly words?: string;
      readonly alarm?: Alarm | null;
    }
  | { readonly kind: 'failed'; readonly problem: CollectProblem; readonly fileId?: number }
  | { readonly kind: 'stopped' };

const stoppedText = 'Stopped. Jobs staged so far stay, and no missing job was canceled.';
const unchangedText = 'Nothing changed since the last run.';

const states = { collected: 'done', unchanged: 'done', failed: 'failed', stopped: 'cancelled' } as const;

/** The end of a run: writes its line of history and its task in the transaction that ends it. */
export function endOf(
  run: ClaimedRun<CollectWork>,
  { now, spread }: Pick<CollectPorts, 'now' | 'spread'>,
  task: ReadyTask,
  outcome: Outcome,
): RunEnd {
  const words = wordsOf(outcome);
  return {
    state: states[outcome.kind],
    message: words,
    async also(tx) {
      await writeHistory(tx, run, outcome, words, now());
      await writeTask(tx, { run, task, outcome, words, at: now(), spread: spread() });
      await noteErrors(tx, { run, task, outcome, words, at: now() });
      if (outcome.kind !== 'collected') return {};
      return { counts: outcome.counts, alarm: outcome.alarm?.words ?? null, refused: outcome.refused.length };
    },
  };
}

function wordsOf(outcome: Outcome): string {
  if (outcome.kind === 'stopped') return stoppedText;
  if (outcome.kind === 'unchanged') return outcome.alarm?.words ?? outcome.words ?? unchangedText;
  return outcome.kind === 'failed' ? outcome.problem.words : (outcome.alarm?.words ?? countsText(outcome));
}

const staged = (counts: StageCounts): number => counts.added + counts.changed + counts.same;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function countsText({ counts, refused, warned, outOfScope, unknownStatuses: [text, ...more], said }: Collected): string {
  const parts = [
    ...(said === undefined ? [] : [said]),
    `${counted(staged(counts), 'job')} listed`,
    `${counts.added} new`,
    `${counts.changed} changed`,
    `${counts.cancelled} canceled`,
  ];
  if (outOfScope > 0) parts.push(`${outOfScope} of other work types or days`);
  if (refused.length > 0) parts.push(`${counted(refused.length, 'row')} refused`);
  if (warned.length > 0) parts.push(`${counted(warned.length, 'row')} with warnings`);
  if (text !== undefined) parts.push(`unknown status “${text}”${more.length > 0 ? ` and ${more.length} more` : ''}`);
  return parts.join(', ');
}

/** The kind of error of an outcome; null for none. */
function errorOf(outcome: Outcome): CollectError | null {
  if (outcome.kind === 'failed') return outcome.problem.kind;
  return outcome.kind === 'stopped' ? null : (outcome.alarm?.error ?? null);
}

/**
 * Stores the errors of a run for alerts: why it failed or needs attention, and the rows that it refused. What is wrong with an email is
 * stored with the email, so that a run which finds it still waiting counts it no second time.
 */
async function noteErrors(tx: Tx, { run, task, outcome, words, at }: Omit<Ended, 'spread'>): Promise<void> {
  const place = { customerId: run.customerId, at, crawlerId: task.row.crawlerId, about: `Task “${task.row.name}”` };
  const error = errorOf(outcome);
  const isOfMail = outcome.kind !== 'failed' && task.collector.kind === 'mail';
  if (error !== null && !isOfMail) await noteError(tx, { ...place, kind: error, words });
  if (outcome.kind !== 'collected') return;
  const [first] = outcome.refused;
  const why = first?.problems[0]?.problem ?? '';
  await noteError(tx, { ...place, kind: 'row_refused', times: outcome.refused.length, words: why });
}

/** Most rows that a run's history shows. */
const mostShown = 1000;

async function writeHistory(
  tx: Tx,
  { customerId, runId }: ClaimedRun<CollectWork>,
  outcome: Outcome,
  words: string,
  at: Date,
): Promise<void> {
  const collected = outcome.kind === 'collected' ? outcome : null;
  await tx
    .updateTable('collection_run')
    .set({
      ended_at: at,
      outcome: words,
      error: errorOf(outcome),
      file_id: outcome.kind === 'stopped' ? null : (outcome.fileId ?? null),
      counts: JSON.stringify(collected?.counts ?? {}),
      refused: JSON.stringify(collected?.refused.slice(0, mostShown) ?? []),
      warned: JSON.stringify(collected?.warned.slice(0, mostShown) ?? []),
    })
    .where('customer_id', '=', customerId)
    .where('run_id', '=', runId)
    .execute();
}

type Ended = {
  readonly run: ClaimedRun<CollectWork>;
  readonly task: ReadyTask;
  readonly outcome: Outcome;
  readonly words: string;
  readonly at: Date;
  readonly spread: number;
};

async function writeTask(tx: Tx, { run, task, outcome, words, at, spread }: Ended): Promise<void> {
  const { customerId, work } = run;
  const stored = await tx
    .selectFrom('task')
    .select(['row', 'marks', 'settings'])
    .where('customer_id', '=', customerId)
    .where('id', '=', work.taskId)
    // A task that was removed while it ran stays removed.
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  if (!stored) return;
  const before = stored.row as TaskRow;
  const error = errorOf(outcome);
  const known = TaskMarks.parse(stored.marks);
  // A replay says nothing about what the vendor lists now; the next run stages its file again.
  if (work.how === 'replay') return forgetDigest(tx, customerId, before, known);
  const marks = marksAfter(known, outcome);
  // Counted from the end of every run, also of a manual one, so that the listed next run is always right.
  const how = { from: at, zone: task.zone, spread, least: await serviceValue(tx, 'collection.minimumMinutes', customerId) };
  const failed =
    outcome.kind === 'failed'
      ? {
          error: outcome.problem.kind,
          failures: marks.failures,
          ...(outcome.problem.retryAfterSeconds !== undefined && { retryAfterSeconds: outcome.problem.retryAfterSeconds }),
        }
      : null;
  const isDue =
    task.collector.kind === 'webhook' &&
    outcome.kind !== 'stopped' &&
    (await nextDelivery(tx, { customerId, taskId: before.id }));
  const nextRunAt = (isDue ? dueAgain(failed, how) : nextRunAfter(before, failed, how))?.toISOString() ?? null;
  const host = hostOf(stored.settings['feed']);
  if (outcome.kind !== 'stopped') await noteHost(tx, { customerId, host }, error, at);
  const row = {
    ...before,
    ...rowAfter(outcome, words, at),
    error: outcome.kind === 'stopped' ? before.error : error,
    nextRunAt,
  };
  const extra = { marks, next_run_at: nextRunAt };
  await writeRows(tx, customerId, [{ collection: 'task', row, extra }]);
}

/** When the deliveries that still wait are read: at once, or later after an error that passes. */
const dueAgain = (failed: Parameters<typeof nextRunAfter>[1], how: Parameters<typeof nextRunAfter>[2]): Date | null =>
  failed !== null && isPassing(failed.error) ? nextRunAfter({ everyMinutes: 1, runAt: [] }, failed, how) : how.from;

async function forgetDigest(tx: Tx, customerId: number, { id }: TaskRow, marks: TaskMarks): Promise<void> {
  await tx
    .updateTable('task')
    .set({ marks: JSON.stringify({ ...marks, digest: '', vendor: {} }) })
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}

function rowAfter(outcome: Outcome, words: string, at: Date): Partial<TaskRow> {
  const ran = { lastRunAt: at.toISOString(), lastResult: words };
  if (outcome.kind === 'stopped') return ran;
  if (outcome.kind === 'failed') {
    const { kind } = outcome.problem;
    const isRefused = kind === 'sign_in' || kind === 'password_expired';
    return { ...ran, alarm: words, ...(isRefused && { checkState: 'failed' as const }) };
  }
  const succeeded = { ...ran, lastSuccessAt: at.toISOString(), checkState: 'ok' as const };
  const alarm = outcome.alarm?.words ?? null;
  if (outcome.kind === 'unchanged') return { ...succeeded, alarm };
  return { ...succeeded, alarm, staged: staged(outcome.counts), refused: outcome.refused.length };
}

/** What the task remembers. Only a file that was staged whole counts as seen; the columns of a file count until a person accepts others. */
function marksAfter(before: TaskMarks, outcome: Outcome): TaskMarks {
  if (outcome.kind === 'stopped') return { ...before, digest: '', vendor: {} };
  if (outcome.kind === 'failed') return { ...before, digest: '', vendor: {}, failures: before.failures + 1 };
  if (outcome.kind === 'unchanged') return { ...before, vendor: outcome.vendor ?? before.vendor, failures: 0 };
  if (outcome.alarm === null) return { ...outcome.marks, failures: 0 };
  const isStaged = outcome.alarm.error !== 'drift' && outcome.marks.shape.length > 0;
  return { ...noMarks, shape: isStaged ? outcome.marks.shape : before.shape, fileId: outcome.fileId };
}
