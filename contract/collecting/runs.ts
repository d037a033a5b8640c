import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { CollectError } from '#contract/rows/collect-errors.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { RefusedRows } from './uploads.ts';

const queued = z.object({ message: z.string(), /** The long work to follow. */ runId: z.number() });
const queuedExample = { message: messages.recordQueued, runId: 7 };

export const runTaskNow = endpoint('POST /api/agent/run/:cust/:id', {
  about:
    'Queues a run of a task. `accept` accepts what the last run raised an alarm about: far fewer jobs, other job IDs, or lost columns.',
  args: z.object({ cust: CustomerRef, id: Id, accept: z.boolean().default(false) }),
  reply: queued,
  fails: ['not_found', 'conflict', 'invalid', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: queuedExample,
});

export const stopTaskRun = endpoint('POST /api/agent/stop/:cust/:id', {
  about: 'Stops the run of a task before its next step. Jobs staged so far stay; a stopped run cancels no job.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.object({ stopping: z.boolean() }),
  fails: ['not_found', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: { stopping: true },
});

export const checkTask = endpoint('POST /api/agent/checkByID/:cust/:id', {
  about:
    'Signs in at the vendor of a task, or fetches the least that shows that it works. Returns an empty text if it works, else what to do.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.string(),
  fails: ['not_found', 'invalid', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: '',
});

const Run = z.object({
  id: z.number(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  how: z.enum(['schedule', 'manual', 'upload', 'replay', 'webhook']),
  outcome: z.string().nullable(),
  error: CollectError.nullable(),
  counts: z.record(z.string(), z.number()),
  refused: RefusedRows,
  /** Rows staged without the value of an optional field. */
  warned: RefusedRows.default([]),
  /** The file that it read is still kept, so that it can be read again. */
  isKept: z.boolean(),
});

export const listRuns = endpoint('GET /api/agent/runs/:cust/:id', {
  about: 'The last 20 runs of a task, each with its refused rows and the reasons.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: newestOf(Run),
  fails: ['not_found'],
  needs: 'tasks.read',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        id: 5,
        startedAt: '2026-11-21T12:00:00.000Z',
        endedAt: '2026-11-21T12:00:09.000Z',
        how: 'schedule',
        outcome: '12 new, 3 changed',
        error: null,
        counts: { added: 12, changed: 3 },
        refused: [],
        warned: [],
        isKept: true,
      },
    ],
  },
});

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const previewReplay = endpoint('POST /api/agent/runs/preview/:cust/:id', {
  about:
    'What reading the kept file of a run again would change. Writes nothing. Shows the first 50 jobs that would change; compares at most 5,000 and says how many are left.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: z.object({
    fetchedAt: z.string(),
    added: z.number(),
    changed: z.number(),
    same: z.number(),
    refused: z.number(),
    notCompared: z.number(),
    jobs: z.array(
      z.object({
        id: z.number().nullable(),
        providerJobId: z.string(),
        title: z.string().nullable(),
        changes: z.array(z.object({ field: z.string(), before: Value, after: Value })),
      }),
    ),
  }),
  fails: ['not_found', 'invalid', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: {
    fetchedAt: '2026-11-21T12:00:03.000Z',
    added: 0,
    changed: 1,
    same: 119,
    refused: 0,
    notCompared: 0,
    jobs: [{ id: 4, providerJobId: 'M-4', title: 'RN ICU', changes: [{ field: 'billRate', before: 70, after: 72 }] }],
  },
});

export const replayRun = endpoint('POST /api/agent/runs/replay/:cust/:id', {
  about: 'Queues reading the kept file of a run again, with the rules and mappings of now. It cancels no job.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: queued,
  fails: ['not_found', 'conflict', 'invalid', 'forbidden'],
  needs: 'tasks.write',
  offline: 'online',
  example: queuedExample,
});

export const readJobOrigin = endpoint('GET /api/agent/origin/:cust/:job', {
  about:
    'The record of the kept file that a job was last read from, column by column, or the email that it came from. With a line of its history: that of the line.',
  args: z.object({
    cust: CustomerRef,
    job: Id,
    /** A line of the job’s history. */
    line: Id.optional(),
  }),
  reply: z.object({
    fetchedAt: z.string(),
    /** The name of an uploaded file; null for a file that a task fetched. */
    fileName: z.string().nullable(),
    taskId: z.number().nullable(),
    /** The email that it came from, which `GET /api/emailhistory` shows; null for a file. `values` is then empty. */
    mailId: z.number().nullable(),
    /** Counted from 1. */
    record: z.number(),
    values: z.array(z.object({ column: z.string(), value: z.string() })),
  }),
  fails: ['not_found', 'invalid'],
  needs: 'staging.read',
  offline: 'online',
  example: {
    fetchedAt: '2026-11-21T12:00:03.000Z',
    fileName: null,
    taskId: 1,
    mailId: null,
    record: 12,
    values: [{ column: 'Job ID', value: 'M-4' }],
  },
});

export const runEndpoints = [runTaskNow, stopTaskRun, checkTask, listRuns, previewReplay, replayRun, readJobOrigin];
