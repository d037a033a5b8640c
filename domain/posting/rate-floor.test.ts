import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandArgs } from '#contract/commands/commands.ts';
import { aJob, aRateFloor, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { commands } from '../commands/commands.ts';
import { rowSet } from '../commands/row-set.ts';
import { runPure } from '../commands/run-pure.ts';
import { mayPost } from './may-post.ts';
import { acceptanceLapsed, belowFloor, type FlooredJob } from './rate-floor.ts';

const rates = (over: Partial<FlooredJob> = {}): FlooredJob => ({
  billRate: 58,
  payPerHour: 51,
  currency: 'USD',
  acceptedRate: null,
  ...over,
});
const words = (job: FlooredJob, floor = {}) => belowFloor(job, aRateFloor(floor))?.words ?? null;
const at = '2026-11-01T00:00:00.000Z';

test('each figure below the floor is said with both amounts, and the margin is rounded down', () => {
  expect(words(rates(), { billRate: 62.5, marginPerHour: 10, marginPercent: 18 })).toEqual([
    'Bill rate 58.00 is below the floor of 62.50.',
    'Margin per hour 7.00 is below the floor of 10.00.',
    'Margin 12.0% is below the floor of 18%.',
  ]);
  // 17.99 percent must not read as 18.
  expect(words(rates({ billRate: 100, payPerHour: 82.01 }), { marginPercent: 18 })).toEqual([
    'Margin 17.9% is below the floor of 18%.',
  ]);
});

test.each([
  ['no floor', rates(), null],
  ['a removed floor', rates(), aRateFloor({ billRate: 62.5, purged: true })],
  ['the floor itself', rates({ billRate: 62.5 }), aRateFloor({ billRate: 62.5 })],
  ['no bill rate', rates({ billRate: null }), aRateFloor({ billRate: 62.5, marginPercent: 18 })],
  ['no pay', rates({ payPerHour: null }), aRateFloor({ marginPerHour: 10, marginPercent: 18 })],
  ['a bill rate of zero', rates({ billRate: 0, payPerHour: 0 }), aRateFloor({ marginPercent: 18 })],
  ['another currency', rates({ currency: 'CAD' }), aRateFloor({ billRate: 62.5, marginPerHour: 10 })],
])('%s says nothing', (_, job, floor) => {
  expect(belowFloor(job, floor)).toBeNull();
});

test('a percentage counts in every currency', () => {
  expect(words(rates({ currency: 'CAD' }), { billRate: 62.5, marginPercent: 18 })).toEqual([
    'Margin 12.0% is below the floor of 18%.',
  ]);
});

test('an accepted rate holds until the bill rate falls, the pay rises or a pay becomes known', () => {
  const accepted = { billRate: 58, payPerHour: 51, by: 'Ben', at };
  const floor = aRateFloor({ billRate: 62.5 });
  const stateOf = (over: Partial<FlooredJob>) => belowFloor(rates({ acceptedRate: accepted, ...over }), floor)?.state;
  expect(stateOf({})).toBe('accepted');
  expect(stateOf({ billRate: 60, payPerHour: 50 })).toBe('accepted');
  expect(stateOf({ payPerHour: null })).toBe('accepted');
  expect(stateOf({ billRate: 57.99 })).toBe('block');
  expect(stateOf({ payPerHour: 51.01 })).toBe('block');
  expect(stateOf({ acceptedRate: { ...accepted, payPerHour: null } })).toBe('block');
  expect(acceptanceLapsed(rates({ acceptedRate: accepted, billRate: 57.99 }))).toBe(true);
  expect(acceptanceLapsed(rates({ acceptedRate: accepted }))).toBe(false);
});

/** An amount with two decimals at most, as whole cents and as people write it. */
const amount = fc
  .integer({ min: 0, max: 20_000 })
  .map((cents) => ({ cents, is: Number(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`) }));

test('figures are compared to the cent, whatever binary fractions their difference has', () => {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(amount, amount, amount, fc.integer({ min: 0, max: 9999 }), (bill, pay, lowest, hundredths) => {
      const job = rates({ billRate: bill.is, payPerHour: pay.is });
      const floor = aRateFloor({ billRate: lowest.is, marginPerHour: lowest.is, marginPercent: hundredths / 100 });
      const found = (belowFloor(job, floor)?.shortfalls ?? []).map(({ figure }) => figure);
      const [b, p, f] = [BigInt(bill.cents), BigInt(pay.cents), BigInt(lowest.cents)];
      expect(found.includes('billRate')).toBe(b < f);
      expect(found.includes('marginPerHour')).toBe(b - p < f);
      expect(found.includes('marginPercent')).toBe(b > 0n && (b - p) * 10_000n < BigInt(hundredths) * b);
      seen.add(found.length > 0);
      for (const sentence of belowFloor(job, floor)?.words ?? []) {
        const [, is, least] = /(-?[\d.]+)%? is below the floor of ([\d.]+?)%?\.$/.exec(sentence) ?? [];
        expect(Number(is)).toBeLessThan(Number(least));
      }
    }),
    { seed: 640, numRuns: 2000 },
  );
  expect(seen.size).toBe(2);
});

test('a job below a floor that prevents posting is not posted until its rate is accepted; the command and the check agree', () => {
  const job = aJob({ billRate: 58 });
  const floor = aRateFloor({ billRate: 62.5 });
  const rows = rowSet([
    { collection: 'job', row: job },
    { collection: 'target', row: aTarget() },
    { collection: 'rateFloor', row: floor },
    ...[...mappedValues().values()].map((row) => ({ collection: 'mapValue', row }) as const),
  ]);
  const hand = { by: 'Ann', at };
  const post = () => runPure(commands['job.post.v1'], { ids: [7], targetId: 1 }, {}, rows, hand);
  const check = () => mayPost(rows.get('job', 7) ?? job, aTarget(), mappedValues(), { recreate: false, floor });
  const sentence = 'Bill rate 58.00 is below the floor of 62.50. Accept the rate to post the job.';
  expect(check()).toEqual({ ok: false, reasons: [{ code: 'below_floor', words: sentence }] });
  expect(post()).toMatchObject({ outcome: 'rejected', code: 'not_postable', message: sentence });
  const accepted = runPure(commands['job.acceptRate.v1'], { ids: [7] }, {}, rows, hand);
  if (accepted.outcome === 'applied') for (const write of accepted.writes) rows.put(write);
  expect(rows.get('job', 7)?.acceptedRate).toEqual({ billRate: 58, payPerHour: null, ...hand });
  expect(check()).toEqual({ ok: true });
  expect(post()).toMatchObject({ outcome: 'applied' });
});

test('a floor that only warns keeps no job back, and a job in the ATS is updated and created again below the floor', () => {
  const job = aJob({ billRate: 58 });
  const receipt = { targetId: 1, state: 'failed', reference: 'r', externalId: '9', words: null, at, tries: 1 } as const;
  const floor = aRateFloor({ billRate: 62.5 });
  const isPosted = (over: Parameters<typeof aJob>[0], lowest = floor, recreate = false) =>
    mayPost({ ...job, ...over }, aTarget(), mappedValues(), { recreate, floor: lowest }).ok;
  expect(isPosted({}, { ...floor, preventsPosting: false })).toBe(true);
  expect(isPosted({ posts: [receipt] })).toBe(true);
  expect(isPosted({ posts: [{ ...receipt, state: 'done' }] }, floor, true)).toBe(true);
  expect(isPosted({})).toBe(false);
});

test.each([
  [{ billRate: -1 }, 'billRate', 'Write 0 or more'],
  [{ billRate: 10_001 }, 'billRate', 'Write 10,000 or less'],
  [{ marginPerHour: 1.005 }, 'marginPerHour', 'Write two decimals at most'],
  [{ marginPercent: 100 }, 'marginPercent', 'Write less than 100'],
  [{ marginPercent: 'x' }, 'marginPercent', 'Write a number'],
])('a floor of %j is refused by the name of its field', (wrong, field, message) => {
  const figures = { billRate: null, marginPerHour: null, marginPercent: null, preventsPosting: true, ...wrong };
  const { error } = commandArgs['rateFloor.save.v1'].safeParse(figures);
  expect(error?.issues.map(({ path, message: said }) => [path.join('.'), said])).toEqual([[field, message]]);
});
