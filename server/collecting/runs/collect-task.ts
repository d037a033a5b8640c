import pLimit from 'p-limit';
import { messages } from '#contract/kit/messages.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { driftAlarm, driftOf } from '#domain/jobs/drift.ts';
import { acceptRemedy, otherIdsAlarm, silenceAlarm } from '#domain/jobs/silence.ts';
import { isTransient } from '#server/kit/db/sessions/transient.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import type { Collection, CollectOptions, RefusedRow } from '#server/parsing/collect-records.ts';
import { countedIn, LeaseLost, RunStopped } from '#server/runs/lease.ts';
import type { ClaimedRun, DoRun, RunEnd } from '#server/runs/run-kind.ts';
import type { CollectProblem, Marks } from '../collectors/collector.ts';
import { digestOf, keepFile, openFile } from '../kept-files/kept-files.ts';
import { openJobs, type StageCounts, stageJobs, stagingKey, withdrawMissing } from '../staging/stage-jobs.ts';
import { asking, eitherOf, keptOf, placeOf } from './asking.ts';
import { collectMails } from './collect-mails.ts';
import { type Alarm, type Collected, endOf, type Outcome } from './collect-outcome.ts';
import type { CollectPorts } from './collect-ports.ts';
import type { CollectWork } from './collect-run.ts';
import { fetchMails } from './fetch-mails.ts';
import { scopedJobs, scopeKey } from './scoped-jobs.ts';
import { type StagedFile, takeDeliveries } from './take-deliveries.ts';
import { digestOfParts, type NotReady, type ReadyTask, readingOf, readyTask } from './task-state.ts';

type CollectRun = ClaimedRun<CollectWork>;

/** Executes collections in this process. */
export const collectTask =
  (process: CollectPorts): DoRun<CollectWork> =>
  async (run) => {
    const ports = { ...process, db: run.db };
    const { customerId, work, lease } = run;
    const found = await readyTask(ports, customerId, work.taskId);
    if (!found.ok) return notReady(run, found.error, ports.now());
    const task = found.value;
    if ((work.how === 'schedule' || work.how === 'webhook') && task.row.disabled)
      return { state: 'cancelled', message: 'The task was disabled.' };
    await noteBegin(run);
    const outcome = await (task.collector.kind === 'webhook' && work.fileId === null ? deliveries : collect)(
      ports,
      run,
      task,
    ).catch((error: unknown): Outcome => {
      if (error instanceof LeaseLost || (isTransient(error) && !run.lastTry)) throw error;
      if (lease.stopped.aborted || error instanceof RunStopped) return { kind: 'stopped' };
      if (lease.signal.aborted) throw error;
      ports.log.error({ err: error, customerId, task: work.taskId }, 'a collection met a fault');
      return { kind: 'failed', problem: { kind: 'internal', words: messages.failedSupport } };
    });
    if (lease.stopped.aborted && outcome.kind === 'failed') return endOf(run, ports, task, { kind: 'stopped' });
    return lease.signal.aborted && outcome.kind === 'failed' ? 'gave way' : endOf(run, ports, task, outcome);
  };

/** The end of a run of a task that cannot run. What people must fill in counts as an error. */
function notReady({ customerId, work }: CollectRun, { kind, words }: NotReady, at: Date): RunEnd {
  const about = `Task ${work.taskId}`;
  return {
    state: 'failed',
    message: words,
    async also(tx) {
      if (kind === 'not_ready') await noteError(tx, { customerId, kind: 'setup', at, about, words });
    },
  };
}

/** Starts the run's line in the task's history. Does nothing if another process resumes the run. */
async function noteBegin({ db, customerId, runId, startedAt, work }: CollectRun): Promise<void> {
  await db
    .insertInto('collection_run')
    .values({ customer_id: customerId, run_id: runId, task_id: work.taskId, how: work.how, started_at: startedAt })
    .onConflict((conflict) => conflict.columns(['customer_id', 'run_id']).doNothing())
    .execute();
}

/** Limits the files that this process reads and stages concurrently. Fetching is not limited, so a vendor that hangs blocks none. */
const reading = pLimit(4);

/** Fetches, keeps, reads and stages what the vendor lists, then cancels what it no longer lists. */
async function collect(ports: CollectPorts, run: CollectRun, task: ReadyTask): Promise<Outcome> {
  const { customerId, work } = run;
  const place = placeOf(customerId, task);
  if (task.collector.kind === 'mail') {
    const fetched = await fetchMails(ports, run, task);
    return reading(() => collectMails(ports, run, { task, place, fetched }));
  }
  const options = await readingOf(ports.db, task, customerId, ports.now());
  const grounds = [options, await stagingKey(ports.db, place, ports.now()), task.row.sourceId];
  const key = digestOfParts(...grounds, ...scopeKey(task, ports.now()));
  const known = task.marks.reading === key && work.how !== 'replay' && !work.accept;
  const file = await fileOf(ports, run, task, known ? task.marks.vendor : {});
  if (!file.ok) return { kind: 'failed', problem: file.error };
  if (file.value === 'unchanged') return { kind: 'unchanged', fileId: task.marks.fileId };
  const { bytes, complete, vendor } = file.value;
  const digest = digestOf(bytes);
  if (known && task.marks.digest === digest) return { kind: 'unchanged', fileId: task.marks.fileId, vendor };
  const fileId = work.fileId ?? (await keepFile(ports.db, ports.secrets, { ...keptOf(place, ports), bytes, complete }));
  const staged = await readAndStage(ports, run, task, { bytes, options, fileId, complete });
  if (staged.kind === 'failed') return staged;
  const { shape, ...others } = staged;
  return { ...others, marks: { vendor, digest, reading: key, shape, fileId } };
}

/** Reads and stages the deliveries that wait. They may list any part of the jobs, so nothing is canceled, and no column is missed. */
async function deliveries(ports: CollectPorts, run: CollectRun, task: ReadyTask): Promise<Outcome> {
  const { customerId, work, lease } = run;
  const options = await readingOf(ports.db, task, customerId, ports.now());
  const stage = (bytes: Uint8Array, fileId: number) =>
    readAndStage(ports, run, task, { bytes, options, fileId, complete: false });
  return takeDeliveries({ ...ports, customerId, taskId: work.taskId, guard: lease.guard, stage });
}

type ToRead = {
  readonly bytes: Uint8Array;
  readonly options: CollectOptions;
  readonly fileId: number;
  readonly complete: boolean;
};

/** Reads a file and stages its jobs. */
function readAndStage(
  ports: CollectPorts,
  run: CollectRun,
  task: ReadyTask,
  { bytes, options, fileId, complete }: ToRead,
): Promise<StagedFile> {
  const { customerId, lease } = run;
  return reading(async () => {
    await lease.report('Reading the file');
    const read = await ports.read(bytes, options, { customerId, background: true }, { signal: eitherOf(lease) });
    // A file without records counts as silence, not as a broken file.
    if (!read.ok && read.error.kind !== 'no_records' && read.error.kind !== 'empty')
      return { kind: 'failed', problem: { kind: 'unreadable', words: read.error.words }, fileId };
    const staged = await stage(ports, run, task, { ...(read.ok ? read.value : nothing), fileId, complete });
    return { ...staged, fileId, shape: read.ok ? read.value.shape : [] };
  });
}

type File = { readonly bytes: Uint8Array; readonly complete: boolean; readonly vendor: Marks };

/** What the vendor lists now, or the kept file of a replay. */
async function fileOf(
  ports: CollectPorts,
  { customerId, work, lease }: CollectRun,
  ready: ReadyTask,
  marks: Marks,
): Promise<Result<File | 'unchanged', CollectProblem>> {
  if (work.fileId !== null) {
    const kept = await openFile(ports.db, ports.secrets, { customerId, id: work.fileId });
    // What was read before may be out of date, so it cancels nothing.
    return kept
      ? ok({ bytes: kept.bytes, complete: false, vendor: {} })
      : no({ kind: 'unreadable', words: 'The file is no longer kept. Run the task instead.' });
  }
  await lease.report('Asking the vendor');
  const { task, tools } = asking(ports, ready, { customerId, lease, marks });
  const pulled = await ready.collector.pull(task, {
    ...tools,
    progress: (done, of) => lease.report('Fetching', done, of),
  });
  lease.stopped.throwIfAborted();
  if (!pulled.ok) return pulled;
  if (pulled.value.kind === 'unchanged') return ok('unchanged');
  const { bytes, complete, marks: vendor } = pulled.value;
  return ok({ bytes, complete, vendor });
}

type Read = Pick<Collection, 'jobs' | 'refused' | 'warned' | 'shape'> & { readonly truncated?: string | undefined };
const nothing: Read = { jobs: [], refused: [], warned: [], shape: [] };
const noCounts: StageCounts = { added: 0, changed: 0, same: 0, cancelled: 0 };

async function stage(
  { db, now }: CollectPorts,
  { customerId, work, lease }: CollectRun,
  task: ReadyTask,
  { jobs, refused, warned, truncated, shape, fileId, complete }: Read & { readonly fileId: number; readonly complete: boolean },
): Promise<Collected> {
  const place = placeOf(customerId, task);
  const collected = await scopedJobs(db, { place, task, now: now() }, jobs);
  const unknownStatuses = [...new Set(collected.flatMap((job) => (job.statusUnknown ? (job.statusText ?? []) : [])))];
  const outOfScope = jobs.length - collected.length;
  const read = { kind: 'collected', refused, warned, unknownStatuses, outOfScope } as const;
  const open = complete ? await openJobs(db, place) : [];
  const listed = new Set([...jobs.map((job) => job.providerJobId), ...refused.flatMap((row) => row.providerJobId ?? [])]);
  const still = open.filter(({ providerJobId }) => listed.has(providerJobId)).length;
  const before = work.accept ? null : beforeStaging(task, { shape, jobs: jobs.length, open: open.length, still });
  if (before !== null) return { ...read, counts: noCounts, alarm: before };
  await lease.report('Staging jobs', 0, collected.length);
  const inChunks = { now, guard: lease.guard, onChunk: countedIn(lease) };
  const parents: RefusedRow[] = [];
  const counts = await stageJobs(db, place, collected, { ...inChunks, fileId, onWarned: (rows) => parents.push(...rows) });
  const found = { ...read, warned: [...warned, ...parents] };
  if (!complete) return { ...found, counts, alarm: null };
  const alarm = afterStaging(work, { open: open.length, listed: jobs.length + refused.length, refused, truncated });
  if (alarm !== null) return { ...found, counts, alarm };
  if (open.length > still) await lease.report('Canceling missing jobs', 0, open.length - still);
  const cancelled = await withdrawMissing(db, place, listed, inChunks);
  return { ...found, counts: { ...counts, cancelled }, alarm: null };
}

/** Why a file is not staged at all, until a person accepts it. */
function beforeStaging(
  { marks }: ReadyTask,
  { shape, jobs, open, still }: Pick<Read, 'shape'> & { readonly jobs: number; readonly open: number; readonly still: number },
): Alarm | null {
  const drift = jobs === 0 ? null : driftAlarm(driftOf(marks.shape, shape), acceptRemedy);
  if (drift !== null) return { error: 'drift', words: drift };
  const others = otherIdsAlarm(open, still, jobs);
  return others === null ? null : { error: 'silence', words: others };
}

/** Why nothing is canceled although jobs are missing. */
function afterStaging(
  { accept }: CollectWork,
  { open, listed, refused, truncated }: Pick<Read, 'refused' | 'truncated'> & { readonly open: number; readonly listed: number },
): Alarm | null {
  const quiet = accept ? null : silenceAlarm(open, listed);
  if (quiet !== null) return { error: 'silence', words: quiet };
  const unsure = unsureOf(refused, truncated);
  return unsure === null ? null : { error: 'unsure', words: unsure };
}

/** If a file was cut short, or a row has no job id, any open job may be in it, so no job is canceled. */
function unsureOf(refused: Collection['refused'], truncated: string | undefined): string | null {
  if (truncated !== undefined) return `${truncated} Nothing was canceled.`;
  const nameless = refused.filter((row) => row.providerJobId === undefined).length;
  if (nameless === 0) return null;
  const rows = nameless === 1 ? '1 row does' : `${nameless} rows do`;
  return `${rows} not say which job they are about, so no missing job was canceled. See the rejected rows and ask the vendor to fix them.`;
}
