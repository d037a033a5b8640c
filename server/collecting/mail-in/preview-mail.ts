import type { parseReceivedMail } from '#contract/collecting/mails.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { ReadJob } from '#server/parsing/collect-records.ts';
import { hasLaterMail, type KeptMail } from '../mails/received-mails.ts';
import { listsAll, processingOf, readOne } from '../runs/collect-mails.ts';
import type { CollectPorts } from '../runs/collect-ports.ts';
import { scopedJobs } from '../runs/scoped-jobs.ts';
import { readTask } from '../runs/task-state.ts';
import { previewStaging } from '../staging/preview-staging.ts';
import { openJobs } from '../staging/stage-jobs.ts';

type Preview = ReplyOf<typeof parseReceivedMail>;

const nothing = { added: 0, changed: 0, same: 0, cancelled: 0, jobs: [], refused: [], warned: [], unread: [] };
const mostShown = 50;

/** What reading an email now would give. Writes nothing. Null if its task does not exist any more. */
export async function previewMail(ports: CollectPorts, mail: KeptMail, signal: AbortSignal): Promise<Preview | null> {
  const { customerId, taskId } = mail;
  const { db, now } = ports;
  const task = await readTask(db, customerId, taskId);
  if (!task) return null;
  const problemOf = (problem: string): Preview => ({
    parserId: null,
    parser: null,
    reason: '',
    processing: 0,
    problem,
    ...nothing,
  });
  if (mail.headersOnly) return problemOf(mail.words);
  const read = await readOne(ports, task, mail, { signal, isAwaited: true });
  if (!read.ok) return problemOf(read.error.words);
  const { mail: reading, jobs, refused, warned } = read.value;
  const place = { customerId, taskId, sourceId: task.source.id, source: task.source.name };
  const preview = await previewStaging(db, place, await scopedJobs(db, { place, task, now: now() }, jobs), now);
  const listed = new Set(jobs.map(({ providerJobId }) => providerJobId));
  const cancels = listsAll(read.value) && !(await hasLaterMail(db, mail));
  const missing = cancels ? (await openJobs(db, place)).filter(({ providerJobId }) => !listed.has(providerJobId)) : [];
  const differing = new Map(preview.jobs.map((job) => [job.providerJobId, job]));
  return {
    parserId: reading.parserId,
    parser: reading.parserId === null ? null : reading.parser,
    reason: reading.reason,
    processing: processingOf(reading.processing, mail),
    unread: [...reading.unread],
    problem: null,
    added: preview.added,
    changed: preview.changed,
    same: preview.same,
    cancelled: missing.length,
    jobs: jobs.slice(0, mostShown).map((job) => ({
      providerJobId: job.providerJobId,
      isNew: differing.get(job.providerJobId)?.id === null,
      values: valuesOf(job),
      changes: differing.get(job.providerJobId)?.changes ?? [],
    })),
    refused: refused.map(({ row, problems }) => ({ row, problems: [...problems] })),
    warned: warned.map(({ row, problems }) => ({ row, problems: [...problems] })),
  };
}

/** What the list shows beside the values of a job. */
const shownElsewhere = new Set(['record', 'providerJobId', 'idDerived']);

/** What a job says, without what it leaves open. */
const valuesOf = (job: ReadJob): Preview['jobs'][number]['values'] =>
  Object.entries(job).flatMap(([field, value]) =>
    !shownElsewhere.has(field) && (typeof value === 'string' || typeof value === 'number' || value === true)
      ? [{ field, value }]
      : [],
  );
