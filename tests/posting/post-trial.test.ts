import { expect, test } from 'vitest';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import type { AdapterName } from '#domain/targets/target-kinds.ts';
import { runTrial } from './post-trial.ts';

const kinds: readonly AdapterName[] = ['bullhorn', 'crelate', 'ctm', 'salesforce', 'travelNurseSource'];

test.each(kinds)('1,000 posts to %s with faults: each job is there once, or a person decides', async (kind) => {
  const { can } = connectionOf(kind);
  const end = await runTrial({ kind, posts: 1_000, seed: 7, faults: 0.05 });
  expect(end).toMatchObject({ wanted: 1_000, refused: 0, duplicates: 0, lost: 0 });
  expect(end.done + end.human).toBe(1_000);
  // Only a target with a look-up or with native idempotency needs no person.
  if (can.nativeIdempotency) expect(end.human).toBe(0);
  else expect(end.human).toBeLessThan(50);
  if (can.perMinute !== null) expect(end.mostCallsAMinute).toBeLessThanOrEqual(can.perMinute);
  expect(end.calls).toBeGreaterThan(999);
});

test('posts to a kind that takes no jobs are refused, each with a sentence and without a call', async () => {
  expect(await runTrial({ kind: 'laborEdge', posts: 20, seed: 1, faults: 0 })).toMatchObject({ refused: 20, done: 0, calls: 0 });
});

test.each(kinds)('100 posts to %s in a dry run with faults: each is checked, and the target holds nothing', async (kind) => {
  const end = await runTrial({ kind, posts: 100, seed: 3, faults: 0.2, posting: 'dryRun' });
  expect(end).toMatchObject({ checked: 100, done: 0, refused: 0, human: 0, held: 0 });
});
