import { expect, test } from 'vitest';
import { connectionOf } from '#domain/targets/connection-forms/connections.ts';
import type { AdapterName } from '#domain/targets/target-kinds.ts';
import { runTrial } from './post-trial.ts';

const posts = Number(process.env['TRIAL_POSTS'] ?? 1_000);
/** A thousand posts take seconds; a busy machine needs longer. */
const timeout = posts > 1_000 ? 7_200_000 : 120_000;
const kinds: readonly AdapterName[] = ['bullhorn', 'crelate', 'ctm', 'salesforce', 'travelNurseSource'];

test.each(kinds)(
  'posts to %s with faults: each job is there once, or a person decides',
  async (kind) => {
    const { can } = connectionOf(kind);
    const end = await runTrial({ kind, posts, seed: 7, faults: 0.05 });
    expect(end).toMatchObject({ wanted: posts, refused: 0, duplicates: 0, lost: 0 });
    expect(end.done + end.human).toBe(posts);
    // Only a target with a look-up or with native idempotency needs no person.
    if (can.nativeIdempotency) expect(end.human).toBe(0);
    else expect(end.human).toBeLessThan(posts / 20);
    expect(end.lostAnswers).toBeGreaterThan(posts / 100);
    // Faults make tokens invalid where the target gives tokens.
    if (end.tokens > 0) expect(end.tokens).toBeGreaterThan(posts / 500);
    if (can.perMinute !== null) expect(end.mostCallsAMinute).toBeLessThanOrEqual(can.perMinute);
    expect(end.calls).toBeGreaterThanOrEqual(posts);
  },
  timeout,
);

test('posts to a kind that takes no jobs are refused, each with a sentence and without a call', async () => {
  expect(await runTrial({ kind: 'laborEdge', posts: 20, seed: 1, faults: 0 })).toMatchObject({ refused: 20, done: 0, calls: 0 });
});

test.each(kinds)('100 posts to %s in a dry run with faults: each is checked, and the target holds nothing', async (kind) => {
  const end = await runTrial({ kind, posts: 100, seed: 3, faults: 0.2, posting: 'dryRun' });
  expect(end).toMatchObject({ checked: 100, done: 0, refused: 0, human: 0, held: 0 });
});
