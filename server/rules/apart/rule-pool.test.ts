import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import type { Ruling } from '../ruling/ruling.ts';
import { RulePool } from './rule-pool.ts';

// A thread whose rule 7 never comes to an end, and whose rule 8 fails.
const thread = `
import { parentPort, workerData } from 'node:worker_threads';
const progress = new Int32Array(workerData);
parentPort.on('message', ({ work, off }) => {
  for (const { id } of work.ruling.rules) {
    if (off.includes(id)) continue;
    Atomics.store(progress, 1, id);
    Atomics.add(progress, 0, 1);
    if (id === 8) return parentPort.postMessage({ fault: 'rule 8' });
    while (id === 7);
  }
  parentPort.postMessage({ result: { ruled: [], questions: new Map(), slow: [] } });
});`;

const folder = mkdtempSync(join(tmpdir(), 'rule-pool-'));
const before = process.env['JOBDOCK_RULE_WORKER'];
beforeAll(() => {
  process.env['JOBDOCK_RULE_WORKER'] = join(folder, 'thread.mjs');
  writeFileSync(join(folder, 'thread.mjs'), thread);
});
afterAll(() => {
  if (before === undefined) delete process.env['JOBDOCK_RULE_WORKER'];
  else process.env['JOBDOCK_RULE_WORKER'] = before;
  rmSync(folder, { recursive: true, force: true });
});

const work = (...ids: number[]) => {
  const rules = ids.map((id): StoredRule => ({ ...aStoredRule(), id }));
  const grounds = { today: '2026-11-21', pay: null, flags: [] };
  const rest = { evenInactive: false, kept: { rules: [], targets: [] }, known: null } as const;
  const ruling: Ruling = { customerId: 1, moment: 'collection', rules, grounds, ...rest };
  return { kind: 'jobs', ruling, tasks: [], at: '2026-11-21T12:00:00.000Z' } as const;
};

test('a rule that does not come to an end ends its thread; the work is done again without it, and later work goes on', async () => {
  const pool = new RulePool({ stuckAfterMs: 300 });
  const [stuck, next] = await Promise.all([pool.run(work(5, 7, 6)), pool.run(work(5))]);
  expect(stuck).toMatchObject({ stuck: [{ ruleId: 7, jobId: 0 }], result: { slow: [] } });
  expect(next).toMatchObject({ stuck: [] });
});

test('a fault in a thread is the fault of its caller only', async () => {
  const pool = new RulePool();
  const [failed, done] = await Promise.allSettled([pool.run(work(8)), pool.run(work(5))]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/rule 8/) } });
  expect(done).toMatchObject({ status: 'fulfilled' });
});
