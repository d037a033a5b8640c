import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant, SentInstant } from '../kit/ids.ts';

/**
 * Long work of the service in a common form: collections of tasks, removals of tasks, large uploads, syncs of the lists of an ATS or of submission targets, mapping runs, rule runs, refreshes
 * of jobs, moves of sources, cancellations of a source's orders, reposts, files of reports, exports of a customer's data, emails of the provider and measurements of AI prompts.
 * It continues without the page and survives a restart. `total` is 0 while it is unknown.
 */
export const LongWork = z.object({
  id: z.number(),
  kind: z.enum([
    'collect',
    'task-removal',
    'upload',
    'sync-lists',
    'mapping',
    'rules',
    'refresh',
    'move',
    'cancel-orders',
    'repost',
    'report-file',
    'data-export',
    'notice-mail',
    'submission-lists',
    'ai-measure',
  ]),
  /** What it does, as a sentence. */
  name: z.string(),
  state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone']),
  /** What it does at the moment; empty where its counts say it. */
  phase: z.string(),
  total: z.number(),
  seen: z.number(),
  changed: z.number(),
  queuedAt: Instant,
  endedAt: Instant.nullable(),
  /** Its result in words, or why it failed. */
  message: z.string(),
  /** A user asked to stop the work; it stops before the next batch. */
  stopping: z.boolean(),
  /** Id of the task, target, child customer or source that the work is for. */
  subjectId: z.number().nullable(),
  /** The work changed rows and can be undone as a whole. */
  canUndo: z.boolean(),
});
export type LongWork = z.infer<typeof LongWork>;

/** Work that has just been queued, for examples. */
export const queuedWork = (work: Pick<LongWork, 'id' | 'kind' | 'name' | 'subjectId'> & Partial<LongWork>): LongWork => ({
  state: 'queued',
  phase: '',
  total: 0,
  seen: 0,
  changed: 0,
  queuedAt: '2026-11-21T00:00:00.000Z',
  endedAt: null,
  message: '',
  stopping: false,
  canUndo: false,
  ...work,
});

const example = queuedWork({
  id: 5,
  kind: 'collect',
  name: 'Collect Medloop',
  state: 'running',
  phase: 'Staging jobs',
  total: 1200,
  seen: 500,
  changed: 40,
  subjectId: 7,
});

/** `asOf`: the service's time of the reply. Pass it as `since` to get what ended later. */
export const LongWorkList = z.object({ asOf: Instant, works: z.array(LongWork) });
export type LongWorkList = z.infer<typeof LongWorkList>;

export const listLongWork = endpoint('GET /api/longwork/:cust', {
  about:
    'Long work that the caller requested, newest first, at most 50: all that is not over and, with `since`, all that ended after that time.',
  args: z.object({ cust: CustomerRef, since: SentInstant.optional() }),
  reply: LongWorkList,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'session',
  offline: 'online',
  example: { asOf: '2026-11-21T00:00:02.000Z', works: [example] },
});

export const stopLongWork = endpoint('POST /api/longwork/:cust/:id/stop', {
  about: 'Stops a collection, a sync of lists or a rule run after its current batch. Mapping runs have a separate call.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: LongWork,
  fails: ['forbidden', 'not_found', 'conflict'],
  needs: 'session',
  offline: 'online',
  example: { ...example, stopping: true },
});

export const undoLongWork = endpoint('POST /api/longwork/:cust/:id/undo', {
  about: 'Undoes a cancellation of a source’s orders: jobs that no person changed since are open again. Long work.',
  args: z.object({ cust: CustomerRef, id: Id }),
  reply: LongWork,
  fails: ['forbidden', 'not_found', 'conflict'],
  needs: 'session',
  offline: 'online',
  example: { ...example, kind: 'cancel-orders', state: 'undoing' },
});

export const longWorkEndpoints = [listLongWork, stopLongWork, undoLongWork];
