import { describe, expect, test } from 'vitest';
import { Seeded } from '#tests/simulation/base/seeded.ts';
import type { Reading } from '../reading.ts';
import { compareResults } from './compare.ts';
import type { Share } from './interval.ts';
import { type MeasuredRow, measure, wrongProperties } from './measure.ts';

/** Samples for each rate. `MEASURE_SAMPLES=20000` is the long form. */
const samples = Number(process.env['MEASURE_SAMPLES'] ?? 400);
const rows = 200;
/** Of rows with a rate: how often an engine reads another one or none; of rows without: how often it reads one. */
type Mistakes = { readonly wrong: number; readonly missed: number; readonly extra: number };
/** How many rows have a bill rate. */
const stated = 0.7;

const reading = (rate: number | null): Reading => ({
  shift: null,
  rate: rate === null ? null : { substring: '', rate, minRate: null },
});

/** Rows of a seed, and what an engine with mistakes of a known rate answers to them. */
function engineRows(seed: number, { wrong, missed, extra }: Mistakes, engine = 1): MeasuredRow[] {
  const [truths, mistakes] = [new Seeded(seed * 7919 + 1), new Seeded(seed * 104_729 + engine * 15_485_863)];
  return Array.from({ length: rows }, (_, i) => {
    const rate = truths.unit() < stated ? 50 + i : null;
    const draw = mistakes.unit();
    const read = rate === null ? (draw < extra ? 99_999 : null) : draw < wrong ? rate + 5 : draw < wrong + missed ? null : rate;
    const answer = { outcome: 'answered' as const, reading: reading(read), milliseconds: 1, cost: 0 };
    return { id: String(i), truth: reading(rate), answer };
  });
}

/** The figures that the rates give in the long run. */
function trueFigures({ wrong, missed, extra }: Mistakes) {
  const [right, spurious] = [stated * (1 - wrong - missed), (1 - stated) * extra];
  const [precision, recall] = [right / (stated * (1 - missed) + spurious), 1 - wrong - missed];
  return {
    exact: 1 - stated * (wrong + missed) - spurious,
    precision,
    recall,
    f1: (2 * right) / (2 * right + 2 * stated * wrong + stated * missed + spurious),
  };
}

const holds = ({ low, high }: Share, value: number) => low !== null && high !== null && low <= value && value <= high;
const careful = { wrong: 0.02, missed: 0, extra: 0.02 };
const hasty = { wrong: 0.2, missed: 0, extra: 0.2 };

describe.each([
  ['the careful stand-in', careful],
  ['the hasty stand-in', hasty],
  ['an engine that misses', { wrong: 0.03, missed: 0.15, extra: 0.01 }],
  ['an engine that reads too much', { wrong: 0.1, missed: 0.02, extra: 0.5 }],
])('intervals of %s', (_, mistakes) => {
  test('cover the seeded rate in at least 93 % of the samples', () => {
    const covered = { exact: 0, precision: 0, recall: 0, f1: 0 };
    const real = trueFigures(mistakes);
    for (let seed = 1; seed <= samples; seed++) {
      const figures = measure(engineRows(seed, mistakes)).properties.find(({ name }) => name === 'billRate');
      if (!figures) throw new Error('the bill rate was not measured');
      for (const key of ['exact', 'precision', 'recall', 'f1'] as const) covered[key] += holds(figures[key], real[key]) ? 1 : 0;
    }
    if (process.env['MEASURE_SAMPLES'])
      console.log(
        Object.entries(covered)
          .map(([key, n]) => `${key} ${(n / samples).toFixed(4)}`)
          .join(', '),
      );
    for (const [key, n] of Object.entries(covered)) expect(n / samples, key).toBeGreaterThanOrEqual(0.93);
  });
});

const resultsOf = (measured: readonly MeasuredRow[]) =>
  new Map(measured.map((row) => [row.id, wrongProperties(row).length === 0] as const));

test('of two engines the better one is found in 100 of 100 seeds, whichever was first', () => {
  const found = Array.from({ length: 100 }, (_, seed) => {
    const [one, other] = [resultsOf(engineRows(seed, careful, 1)), resultsOf(engineRows(seed, hasty, 2))];
    return [compareResults(one, other).verdict, compareResults(other, one).verdict].join(' ');
  });
  expect(found.filter((verdicts) => verdicts === 'worse better')).toHaveLength(100);
});

test('two equal engines differ in at most one of 20 seeds', () => {
  const differ = Array.from({ length: 400 }, (_, seed) =>
    compareResults(resultsOf(engineRows(seed, hasty, 1)), resultsOf(engineRows(seed, hasty, 2))),
  ).filter(({ verdict }) => verdict !== 'same');
  expect(differ.length / 400).toBeLessThanOrEqual(0.05);
});

test('a comparison names the rows that were lost and won, and counts those of both alone', () => {
  const before = new Map([
    ['a', true],
    ['b', true],
    ['c', false],
    ['d', false],
    ['only before', true],
  ]);
  const now = new Map([
    ['a', false],
    ['b', true],
    ['c', true],
    ['d', false],
    ['only now', false],
  ]);
  expect(compareResults(before, now)).toEqual({ rows: 4, lost: ['a'], won: ['c'], chance: 1, verdict: 'same' });
  const all = (right: boolean, from: number) => Array.from({ length: 6 }, (_, i) => [String(from + i), right] as const);
  const lostAll = compareResults(new Map(all(true, 0)), new Map(all(false, 0)));
  expect(lostAll.chance).toBeCloseTo(2 / 64, 9);
  expect(lostAll.verdict).toBe('worse');
  const many = compareResults(
    new Map(Array.from({ length: 5000 }, (_, i) => [String(i), true] as const)),
    new Map(Array.from({ length: 5000 }, (_, i) => [String(i), false] as const)),
  );
  expect(many.chance).toBeLessThan(1e-12);
});
