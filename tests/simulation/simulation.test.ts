import { expect, test } from 'vitest';
import { runSeed } from './history.ts';
import { sound } from './seams.ts';
import { totals } from './totals.ts';

const histories = Number(process.env['SIMULATION_HISTORIES'] ?? 2_000);
const firstSeed = Number(process.env['SIMULATION_SEED'] ?? 1);
/** Fewer than `npm run simulate` takes, so that many histories fit a pull request. */
const steps = 24;

test(`${histories} seeded histories: nothing lost, doubled, silently overwritten, diverged, leaked or stalled`, async () => {
  const sum = totals();
  const failed: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const end = await runSeed(seed, sound, false, steps);
    sum.add(end);
    const [first] = end.findings;
    if (first) failed.push(`seed ${seed}: ${first.checker} ${first.words}`);
  }
  expect(failed).toEqual([]);
  // Not vacuous: every kind of fault struck, and every checker judged.
  expect(sum.steps).toBe(histories * steps);
  for (const [name, count] of sum.faults()) expect(count, name).toBeGreaterThanOrEqual(histories / 100);
  expect(sum.faults().length).toBeGreaterThan(40);
  for (const [name, count] of sum.checks) expect(count, name).toBeGreaterThan(histories / 10);
  expect(sum.checks.size).toBe(11);
  expect(sum.medianPushes()).toBeLessThanOrEqual(6);
}, 240_000);

test('a seed gives the same history, byte for byte', async () => {
  for (let seed = firstSeed; seed < firstSeed + 20; seed++) {
    const [one, two] = [await runSeed(seed, sound, true), await runSeed(seed, sound, true)];
    expect(two.world.trace.lines).toEqual(one.world.trace.lines);
    expect(two.digest).toBe(one.digest);
  }
}, 60_000);
