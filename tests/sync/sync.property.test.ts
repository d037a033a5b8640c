import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seen, stepArb, World } from './world.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20261121);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 100);

test('any interleaving of changes, lost answers, kills, folds and snapshots converges, and each change runs once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArb, { minLength: 10, maxLength: 80 }), fc.nat(), async (steps, worldSeed) => {
      const world = new World(worldSeed);
      for (const index of [0, 1, 2]) await world.open(index);
      for (const step of steps) await world.take(step);
      await world.comeToRest();
      expect(await world.findings()).toEqual([]);
      for (const { engine } of world.tabs) engine.stop();
    }),
    { seed, numRuns },
  );
  // Guards against a vacuous test: each kind of fault happened often.
  expect(seen.queued).toBeGreaterThan(numRuns);
  expect(seen.applied).toBeGreaterThan(numRuns);
  for (const count of [seen.lostReplies, seen.undone, seen.kills, seen.crashes]) expect(count).toBeGreaterThan(numRuns / 8);
  expect(seen.snapshots).toBeGreaterThan(numRuns * 2);
}, 120_000);
