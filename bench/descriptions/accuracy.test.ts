import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dataFolder } from '../match/real-data.ts';
import { figuresOf, outcomes, wrongOf } from './accuracy.ts';
import { madeDescription } from './grammar.ts';
import { judgedRanges, judgedShiftTexts } from './real-texts.ts';

const present = existsSync(dataFolder());
if (!present) process.stdout.write(`no public data at ${dataFolder()}: labeled shifts and ranges are not measured\n`);

test('values of 300 made descriptions are right, and the reader is as certain as it is right', () => {
  const all = outcomes(3_000_000, 300);
  const [rate, times] = [figuresOf(all, 'rate'), figuresOf(all, 'times')];
  expect(rate.read).toBeGreaterThan(150);
  expect(rate.precision).toBeGreaterThanOrEqual(0.98);
  expect(rate.recall).toBeGreaterThanOrEqual(0.9);
  expect(times.precision).toBeGreaterThanOrEqual(0.97);
  expect(times.recall).toBeGreaterThanOrEqual(0.9);
  expect(Math.max(rate.calibrationError, times.calibrationError)).toBeLessThanOrEqual(0.03);
});

test('the grammar plants each trap, and the figures notice a reader that falls into them', () => {
  const made = Array.from({ length: 400 }, (_, n) => madeDescription(4_000_000 + n));
  const traps = new Set(made.flatMap((each) => each.traps));
  for (const trap of ['opening hours', 'gross', 'bonus', 'stipend', 'overtime', 'call-back', 'TBD', 'two rates', 'two shifts'])
    expect(traps).toContain(trap);
  expect(made.filter(({ truth }) => truth.minRate !== null).length).toBeGreaterThan(10);
  const wrong = outcomes(4_000_000, 100).map((one) => ({ ...one, got: '1' }));
  expect(figuresOf(wrong, 'rate')).toMatchObject({ precision: 0, recall: 0 });
  expect(wrongOf(wrong)).toHaveLength(200);
});

test('labeled texts of feeds are read as labeled, no fewer than before', () => {
  if (!present) return;
  const texts = judgedShiftTexts();
  expect(texts).toHaveLength(64);
  expect(texts.filter(({ right }) => right).length).toBeGreaterThanOrEqual(62);
  const ranges = judgedRanges();
  expect(ranges).toHaveLength(548);
  expect(ranges.filter(({ right }) => right).length).toBeGreaterThanOrEqual(528);
});
