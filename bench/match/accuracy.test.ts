import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { figuresOf, shippedOutcomes } from './accuracy.ts';
import { type Bounds, fit, isotonic, judge, type Sample } from './choice-fit.ts';
import { seeded } from './noisy-facilities.ts';
import { dataFolder, foldOf, readPairs } from './real-data.ts';

const present = existsSync(dataFolder());
if (!present) process.stdout.write(`no public data at ${dataFolder()}: the accuracy of facility matching is not measured\n`);

describe('facility matching on every seventh row of the labeled public lists', () => {
  test('top-1, automatic share and calibration stay above their minimums', () => {
    if (!present) return;
    const sample = readPairs().filter((_, i) => i % 7 === 3);
    const figures = figuresOf(shippedOutcomes(sample));
    expect(sample.length).toBeGreaterThan(1000);
    expect(figures.all).toBeGreaterThan(0.97);
    expect(figures.namesDiffer).toBeGreaterThan(0.935);
    expect(figures.littleInCommon).toBeGreaterThan(0.88);
    expect(figures.automatic).toBeGreaterThan(0.91);
    expect(figures.calibrationError).toBeLessThan(0.025);
  }, 60_000);
});

describe('the fit', () => {
  /** Two candidates per row. The first measure identifies the right one, the second is noise. One row in ten has no answer. */
  const random = seeded(5);
  const samples = Array.from({ length: 600 }, (_, i): Sample => {
    const answered = i % 10 !== 0;
    const right = i % 2;
    const row = (k: number) => [answered && k === right ? 0.5 + random() / 2 : random() / 2, random()];
    return { fold: foldOf(`${i}`), ids: ['a', 'b'], measures: [row(0), row(1)], right: answered ? [right] : [] };
  });
  const free: Bounds = [0, Number.POSITIVE_INFINITY];

  test('finds the informative measure, keeps a weight set by hand, and abstains when nothing fits', () => {
    const made = fit(samples, [free, [-1, -1]]);
    expect(made.weights[0]).toBeGreaterThan(4);
    expect(made.weights[1]).toBe(-1);
    const answered = samples.filter(({ right }) => right.length > 0).map((sample) => judge(sample, made));
    expect(answered.filter(({ right }) => right).length / answered.length).toBeGreaterThan(0.95);
  });

  test('calibration increases and ends at the share of right answers', () => {
    const made = fit(samples.slice(0, 50), [free, free]);
    const points = isotonic(
      samples.map((sample) => judge(sample, made)),
      40,
    );
    expect(points.map(([, right]) => right)).toEqual(points.map(([, right]) => right).sort((a, b) => a - b));
    expect([points[0], points.at(-1)?.[0]]).toEqual([[0, 0], 1]);
  });
});
