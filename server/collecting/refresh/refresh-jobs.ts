import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { among } from '#server/kit/db/among.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { type RefreshWork, refreshRuns } from '#server/rules/runs/run-rows.ts';
import { runHandler } from '#server/runs/carry-out.ts';
import { doneJobs, keepRunJobs, outcomesOf, type RunJob, runJobOf, undoRunJobs, type WrittenJob } from '#server/runs/run-jobs.ts';
import type { ClaimedRun, DoRun, RunEnd } from '#server/runs/run-kind.ts';
import { placeOf } from '../runs/asking.ts';
import { type CollectPorts, collectPorts } from '../runs/collect-ports.ts';
import { type ReadyTask, readyTask } from '../runs/task-state.ts';
import { stageJobs, withdrawJobs } from '../staging/stage-jobs.ts';
import { askVendor, cannotAsk, type VendorAnswer } from './ask-vendor.ts';
import { endCheckJobs } from './end-checks.ts';

type RefreshRun = ClaimedRun<RefreshWork>;

/** Runs that ask the vendors of jobs about them, and what ends their marks. */
export const refreshJobs = (services: Services, ports: CollectPorts = collectPorts(services)): JobHandler[] => [
  runHandler(services, refreshRuns, doRefresh(ports)),
  endCheckJobs(services),
];

/**
 * Asks the vendors of the chosen jobs, task by task, and stages what they say. A run that is resumed skips the jobs that have a line
 * already.
 */
const doRefresh =
  (process: CollectPorts): DoRun<RefreshWork> =>
  async (run) => {
    if (run.undoing) return undoRunJobs(run.db, run, process.now);
    const ports = { ...process, db: run.db };
    const waiting = await jobsWaiting(run);
    for (const [taskId, jobs] of byTask(waiting)) {
      if (run.lease.signal.aborted) return 'gave way';
      await refreshTask(ports, run, taskId, jobs);
    }
    return endOf(run);
  };

async function jobsWaiting(run: RefreshRun): Promise<readonly JobRow[]> {
  const { db, customerId, work } = run;
  const done = await doneJobs(db, run);
  const ids = work.jobIds.filter((id) => !done.has(id));
  if (ids.length === 0) return [];
  return rowsOf(db, customerId, 'job', { where: sql`id ${among(ids)}` });
}

function byTask(jobs: readonly JobRow[]): ReadonlyMap<number | null, readonly JobRow[]> {
  const tasks = new Map<number | null, JobRow[]>();
  for (const job of jobs) tasks.set(job.taskId, [...(tasks.get(job.taskId) ?? []), job]);
  return tasks;
}

const uploaded = 'The job came from an uploaded file: upload the vendor’s new file.';

async function refreshTask(ports: CollectPorts, run: RefreshRun, taskId: number | null, jobs: readonly JobRow[]): Promise<void> {
  const { customerId, lease } = run;
  const ready = taskId === null ? null : await readyTask(ports, customerId, taskId);
  const why = ready === null ? uploaded : ready.ok ? cannotAsk(ready.value.collector) : ready.error.words;
  if (!ready?.ok || why !== null) {
    const words = why ?? uploaded;
    return note(
      run,
      jobs.map(({ id }) => ({ jobId: id, outcome: 'not_asked', words })),
    );
  }
  const { seen } = await lease.read();
  await lease.report(`Asking ${ready.value.source.name}`, seen, run.work.jobIds.length);
  const asked = jobs.map(({ providerJobId }) => providerJobId);
  await take(ports, run, ready.value, jobs, await askVendor({ ports, task: ready.value, customerId, lease }, asked));
}

/** Stages what a vendor said about jobs, and notes what came of each. */
async function take(
  ports: CollectPorts,
  run: RefreshRun,
  task: ReadyTask,
  jobs: readonly JobRow[],
  { files, gone, failed }: VendorAnswer,
): Promise<void> {
  const { db, customerId, lease } = run;
  const place = placeOf(customerId, task);
  const noted = (ofChange: 'changed' | 'gone') => ({
    now: ports.now,
    guard: lease.guard,
    onChunk: async (tx: Tx, _jobs: number, written: number, known: readonly WrittenJob[]) => {
      await keepRunJobs(
        tx,
        run,
        known.map((one) => runJobOf(one, ofChange)),
      );
      await lease.advance(tx, { cursor: 0, seen: known.length, changed: written });
    },
  });
  for (const { fileId, jobs: read } of files) await stageJobs(db, place, read, { ...noted('changed'), fileId });
  const missing = jobs.filter(({ providerJobId }) => gone.has(providerJobId)).map(({ id }) => id);
  await withdrawJobs(db, place, missing, noted('gone'));
  const done = await doneJobs(db, run);
  await note(
    run,
    jobs.flatMap(({ id, providerJobId }): RunJob[] => {
      if (done.has(id)) return [];
      const words = failed.get(providerJobId);
      return [words === undefined ? { jobId: id, outcome: 'same' } : { jobId: id, outcome: 'failed', words }];
    }),
  );
}

async function note(run: RefreshRun, lines: readonly RunJob[]): Promise<void> {
  if (lines.length === 0) return;
  await run.db.transaction().execute(async (tx) => {
    await run.lease.hold(tx);
    await keepRunJobs(tx, run, lines);
    await run.lease.advance(tx, { cursor: 0, seen: lines.length, changed: 0 });
  });
}

/** The end of a run: how many jobs came out how. It failed where no vendor said anything. */
async function endOf(run: RefreshRun): Promise<RunEnd> {
  const outcomes = await outcomesOf(run.db, run);
  const of = (outcome: RunJob['outcome']) => outcomes.get(outcome) ?? 0;
  const silent = of('failed') + of('not_asked');
  const total = run.work.jobIds.length;
  const parts = [
    `${of('changed')} of ${total} ${total === 1 ? 'job' : 'jobs'} changed.`,
    of('gone') > 0 && `${of('gone')} no longer listed by the vendor and canceled.`,
    of('failed') > 0 && `No answer for ${of('failed')}.`,
    of('not_asked') > 0 && `${of('not_asked')} could not be asked about.`,
  ];
  const isFailed = silent > 0 && silent === [...outcomes.values()].reduce((sum, jobs) => sum + jobs, 0);
  return { state: isFailed ? 'failed' : 'done', message: isFailed ? messages.unableToProcess : parts.filter(Boolean).join(' ') };
}
