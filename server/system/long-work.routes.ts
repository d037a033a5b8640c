import { no, ok } from '#contract/kit/result.ts';
import type { Needs } from '#contract/kit/rights.ts';
import { type LongWork, listLongWork, stopLongWork } from '#contract/system/long-work.ts';
import { may } from '#domain/rights/may.ts';
import { done } from '../kit/http/audited.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { findLongWork, longWorkOf } from '../runs/long-work.ts';
import { stopRun } from '../runs/run-rows.ts';

/** The right to stop each kind of run. Mapping runs have their own call, because the right depends on what they map. */
const stopRights: Partial<Record<LongWork['kind'], Needs>> = {
  collect: 'tasks.write',
  'task-removal': 'tasks.write',
  upload: 'uploads.write',
  'sync-lists': 'targets.write',
  rules: 'rules.test',
  refresh: 'rules.test',
  move: 'admin',
};

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
    if (!may(actor, needs)) return no({ kind: 'forbidden', needs });
    const stopped = await stopRun(tx, { name: run.kind }, { customerId: cust, runId: id }, services.now());
    const after = await findLongWork(tx, cust, id);
    if (!stopped || !after) return no({ kind: 'conflict', current: after ?? null });
    return done(after, { object: ['run', id], facts: { kind: run.kind, name: run.name } });
  }),
];
