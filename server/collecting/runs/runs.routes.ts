import {
  checkTask,
  listRuns,
  previewReplay,
  readJobOrigin,
  replayRun,
  runTaskNow,
  stopTaskRun,
} from '#contract/collecting/runs.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { readNewest } from '#server/kit/db/paging.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';
import { done, onlyReads, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { readRecordApart } from '#server/parsing/read-apart.ts';
import { keptOf, openFile } from '../kept-files/kept-files.ts';
import { previewStaging } from '../staging/preview-staging.ts';
import { collectPorts, credentialsIn } from './collect-ports.ts';
import { startCollection } from './collect-run.ts';
import { checkNow, lookMs } from './file-now.ts';
import { scopedJobs } from './scoped-jobs.ts';
import { stopCollection } from './stop-collection.ts';
import { readingOf, readTask, readyTask } from './task-state.ts';

const task = row('task', 'id');
const shownFeed = (settings: Record<string, unknown>): string => (typeof settings['feed'] === 'string' ? settings['feed'] : '');
const isRunning = { words: 'This task is running already.' };
const notKept = 'The file of this run is no longer kept. Run the task instead.';

export const runRoutes: Handler[] = [
  handle(
    runTaskNow,
    { audit: 'task.run', load: { task } },
    async ({ cust, id, accept }, { services, tx, actor }, { task: { row, settings } }) => {
      const ready = await readyTask({ db: tx, credentials: credentialsIn(tx, services.secrets) }, cust, id);
      if (!ready.ok) {
        if (ready.error.kind === 'not_found') return no({ kind: 'not_found' as const });
        return no({ kind: 'invalid' as const, fields: { url: ready.error.words } });
      }
      const request = { customerId: cust, taskId: id, name: row.name, feed: shownFeed(settings), now: services.now() };
      const runId = await startCollection(tx, { ...request, how: 'manual', accept, by: actor });
      if (runId === null) return no({ kind: 'conflict' as const, current: isRunning });
      return done({ message: messages.recordQueued, runId }, { object: ['task', id], facts: { accept } });
    },
  ),
  handle(stopTaskRun, { audit: 'task.stop', load: { task } }, async ({ cust, id }, { services, tx }) => {
    const stopping = await stopCollection(tx, { customerId: cust, taskId: id }, services.now());
    return stopping ? done({ stopping }, { object: ['task', id] }) : unchanged({ stopping });
  }),
  handle(
    checkTask,
    { audit: 'task.check', ownTransactions: true, load: { task } },
    async ({ cust, id }, { services, record }, { task: { row } }) => {
      const look = { customerId: cust, taskId: id, signal: AbortSignal.timeout(lookMs) };
      const problem = await checkNow(collectPorts(services), look);
      const receipt = await services.db.transaction().execute(async (tx) => {
        const current = await storedRow(tx, cust, 'task', id, true);
        const written = await record(tx, { object: ['task', id], facts: { name: row.name, works: problem === null } });
        const checkState = problem === null ? ('ok' as const) : ('failed' as const);
        if (current && current.row.checkState !== checkState)
          await writeRows(tx, cust, [{ collection: 'task', row: { ...current.row, checkState } }]);
        return written;
      });
      return done(problem ?? '', receipt);
    },
  ),
  handle(listRuns, async ({ cust, id }, { services }) => {
    const { db } = services;
    const query = db
      .selectFrom('collection_run')
      .selectAll()
      .where('customer_id', '=', cust)
      .where('task_id', '=', id)
      .orderBy('id', 'desc');
    const { total, rows } = await readNewest(query, await serviceValue(db, 'collection.attemptsListed', cust));
    const kept = await keptOf(
      db,
      cust,
      rows.flatMap(({ file_id }) => file_id ?? []),
    );
    return ok({
      total,
      rows: rows.map((run) => ({
        id: run.id,
        startedAt: run.started_at,
        endedAt: run.ended_at,
        how: run.how,
        outcome: run.outcome,
        error: run.error as RunReply['error'],
        counts: run.counts,
        refused: run.refused as RunReply['refused'],
        warned: run.warned as RunReply['warned'],
        isKept: run.file_id !== null && kept.has(run.file_id),
      })),
    });
  }),
  handle(previewReplay, { audit: onlyReads }, async ({ cust, id }, { services }) => {
    const kept = await fileOfRun(services, cust, id);
    if (!kept.ok) return kept;
    const { file, task } = kept.value;
    const { db, now } = services;
    const options = await readingOf(db, task, cust, now());
    const signal = AbortSignal.timeout(lookMs);
    const read = await collectPorts(services).read(file.bytes, options, { customerId: cust }, { signal });
    if (!read.ok) return no({ kind: 'invalid' as const, fields: { id: read.error.words } });
    const { source, row } = task;
    const place = { customerId: cust, taskId: row.id, sourceId: source.id, source: source.name };
    const jobs = await scopedJobs(db, { place, task, now: now() }, read.value.jobs);
    const preview = await previewStaging(db, place, jobs, now);
    return ok({ ...preview, fetchedAt: file.fetchedAt, refused: read.value.refused.length });
  }),
  handle(replayRun, { audit: 'task.replay' }, async ({ cust, id }, { services, tx, actor }) => {
    const kept = await fileOfRun({ db: tx, secrets: services.secrets }, cust, id);
    if (!kept.ok) return kept;
    const { file, task } = kept.value;
    const request = { customerId: cust, taskId: task.row.id, name: task.row.name, feed: '', now: services.now() };
    const runId = await startCollection(tx, { ...request, how: 'replay', fileId: file.id, by: actor });
    if (runId === null) return no({ kind: 'conflict' as const, current: isRunning });
    return done(
      { message: messages.recordQueued, runId },
      { object: ['task', task.row.id], facts: { fetchedAt: file.fetchedAt } },
    );
  }),
  handle(readJobOrigin, async ({ cust, job, line }, { services: { db, secrets } }) => {
    const place = line === undefined ? await lastPlace(db, cust, job) : await placeOfLine(db, cust, job, line);
    if (!place) return no({ kind: 'not_found' as const });
    if (place.mailId !== null) return originInMail(db, cust, place.mailId, place.record ?? 1);
    const file = place.fileId === null ? undefined : await openFile(db, secrets, { customerId: cust, id: place.fileId });
    if (!file || place.record === null)
      return no({ kind: 'invalid' as const, fields: { job: 'The file that this job came from is no longer kept.' } });
    const values = await readRecordApart(file.bytes, place.record, { customerId: cust });
    if (!values.ok) return no({ kind: 'invalid' as const, fields: { job: values.error.words } });
    const { fetchedAt, name: fileName, taskId } = file;
    return ok({ fetchedAt, fileName, taskId, mailId: null, record: place.record, values: [...values.value] });
  }),
];

/** The file or email that a job was read from, and its record there. */
type ReadPlace = { readonly fileId: number | null; readonly mailId: number | null; readonly record: number | null };

const lastPlace = (db: Db, cust: number, job: number): Promise<ReadPlace | undefined> =>
  db
    .selectFrom('job')
    .select(['kept_file_id as fileId', 'kept_record as record', 'received_mail_id as mailId'])
    .where('customer_id', '=', cust)
    .where('id', '=', job)
    .where('deleted', '=', false)
    .executeTakeFirst();

/** Undefined if the job has no such line. */
async function placeOfLine(db: Db, cust: number, job: number, line: number): Promise<ReadPlace | undefined> {
  const found = await db
    .selectFrom('job_history')
    .select('origin')
    .where('customer_id', '=', cust)
    .where('job_id', '=', job)
    .where('id', '=', line)
    .executeTakeFirst();
  if (!found) return undefined;
  const { file, mail } = found.origin ?? {};
  return { fileId: file?.id ?? null, mailId: mail?.id ?? null, record: file?.record ?? mail?.record ?? null };
}

async function originInMail(db: Db, cust: number, id: number, record: number) {
  const mail = await db
    .selectFrom('received_mail')
    .select(['received_at', 'subject', 'task_id'])
    .where('customer_id', '=', cust)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!mail) return no({ kind: 'invalid' as const, fields: { job: 'The email that this job came from is no longer kept.' } });
  return ok({ fetchedAt: mail.received_at, fileName: mail.subject, taskId: mail.task_id, mailId: id, record, values: [] });
}

type RunReply = ReplyOf<typeof listRuns>['rows'][number];

/** The kept file of a run in a task's history, with the task. */
async function fileOfRun({ db, secrets }: Pick<Services, 'secrets'> & { readonly db: Db | Tx }, cust: number, id: number) {
  const run = await db
    .selectFrom('collection_run')
    .select(['task_id', 'file_id'])
    .where('customer_id', '=', cust)
    .where('id', '=', id)
    .executeTakeFirst();
  const task = run?.task_id == null ? null : await readTask(db, cust, run.task_id);
  if (!run || !task) return no({ kind: 'not_found' as const });
  const file = run.file_id === null ? undefined : await openFile(db, secrets, { customerId: cust, id: run.file_id });
  return file ? ok({ file, task }) : no({ kind: 'invalid' as const, fields: { id: notKept } });
}
