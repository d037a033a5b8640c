import { no, ok } from '#contract/kit/result.ts';
import type { Needs } from '#contract/kit/rights.ts';
import { type LongWork, listLongWork, stopLongWork, undoLongWork } from '#contract/system/long-work.ts';
import { may } from '#domain/rights/may.ts';
import { done } from '../kit/http/audited.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { defineQueue } from '../kit/queue/queue.ts';
import type { RunRef } from '../runs/lease.ts';
import { askerOf, findLongWork, longWorkOf } from '../runs/long-work.ts';
import { stopRun, undoRun } from '../runs/run-rows.ts';

/** The right to stop each kind of run. Mapping runs have their own call, because the right depends on what they map. */
const stopRights: Partial<Record<LongWork['kind'], Needs>> = {
  collect: 'tasks.write',
  'task-removal': 'tasks.write',
  upload: 'uploads.write',
  'sync-lists': 'targets.write',
  rules: 'rules.test',
  refresh: 'rules.test',
  move: 'admin',
  'cancel-orders': 'admin',
  repost: 'admin',
  'report-file': 'session',
  'data-export': 'session',
  'notice-mail': 'admin',
  'submission-lists': 'targets.write',
  'ai-measure': 'admin',
};

/** Files are their person's own: others do not learn of them. */
const isOwn: Partial<Record<LongWork['kind'], true>> = { 'report-file': true, 'data-export': true };

/** The right to undo each kind of run. Mapping runs and moves have their own calls. */
const undoRights: Partial<Record<LongWork['kind'], Needs>> = { 'cancel-orders': 'admin' };

export const longWorkRoutes: Handler[] = [
  handle(listLongWork, async ({ cust, since }, { services, actor }) => {
    // Read before the runs, so that the next request with this time misses nothing.
    const asOf = services.now().toISOString();
    return ok({ asOf, works: await longWorkOf(services.db, cust, actor.userId, since) });
  }),
  handle(stopLongWork, { audit: 'run.stop' }, async ({ cust, id }, { services, actor, tx }) => {
    const run = await findLongWork(tx, cust, id);
    const needs = run && stopRights[run.kind];
    if (!run || !needs) return no({ kind: 'not_found' });
    // A file is its person's own: others do not learn of it.
    if (isOwn[run.kind] && (await askerOf(tx, cust, id)) !== actor.userId) return no({ kind: 'not_found' });
    if (!may(actor, needs)) return no({ kind: 'forbidden', needs });
    const stopped = await stopRun(tx, { name: run.kind }, { customerId: cust, runId: id }, services.now());
    const after = await findLongWork(tx, cust, id);
    if (!stopped || !after) return no({ kind: 'conflict', current: after ?? null });
    return done(after, { object: ['run', id], facts: { kind: run.kind, name: run.name } });
  }),
  handle(undoLongWork, { audit: 'run.undo' }, async ({ cust, id }, { actor, tx }) => {
    const run = await findLongWork(tx, cust, id);
    const needs = run && undoRights[run.kind];
    if (!run || !needs) return no({ kind: 'not_found' });
    if (!may(actor, needs)) return no({ kind: 'forbidden', needs });
    const kind = { name: run.kind, queue: defineQueue<RunRef>(run.kind) };
    const begun = run.canUndo && (await undoRun(tx, kind, { customerId: cust, runId: id }, actor.userId));
    const after = await findLongWork(tx, cust, id);
    if (!begun || !after) return no({ kind: 'conflict', current: after ?? null });
    return done(after, { object: ['run', id], facts: { kind: run.kind, name: run.name } });
  }),
];
