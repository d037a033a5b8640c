import { describe, expect, test } from 'vitest';
import type { Reading } from '../reading.ts';
import { f1Of, shareOf } from './interval.ts';
import { type MeasuredRow, measure, wrongProperties } from './measure.ts';
import { comparedValue } from './properties.ts';

const day: Reading = {
  shift: { substring: '7a - 7p', start: '07:00', end: '19:00', hours: 12, shiftsPerWeek: 3, modifiers: ['day'] },
  rate: { substring: '$80 - $90', rate: 90, minRate: 80 },
};
const none: Reading = { shift: null, rate: null };
const row = (id: string, truth: MeasuredRow['truth'], reading: Reading | null, over = {}): MeasuredRow => ({
  id,
  truth,
  answer: { outcome: reading === null ? 'unreadable' : 'answered', reading, milliseconds: 10, cost: 0.01, ...over },
});
const figures = (rows: MeasuredRow[], name: string) => {
  const found = measure(rows).properties.find((property) => property.name === name);
  if (!found) throw new Error(`no figures of ${name}`);
  return { exact: found.exact.value, precision: found.precision.value, recall: found.recall.value, f1: found.f1.value };
};

test('exact, precision, recall and F1 of a property: right, wrong, extra, missed, and neither', () => {
  const wrong: Reading = { ...day, rate: { substring: '$80', rate: 80, minRate: null } };
  const rows = [row('a', day, day), row('b', day, wrong), row('c', none, day), row('d', day, none), row('e', none, none)];
  expect(figures(rows, 'billRate')).toEqual({ exact: 2 / 5, precision: 1 / 3, recall: 1 / 3, f1: expect.closeTo(1 / 3, 9) });
  expect(figures(rows, 'startTime')).toEqual({ exact: 3 / 5, precision: 2 / 3, recall: 2 / 3, f1: expect.closeTo(2 / 3, 9) });
  expect(measure(rows).whole).toMatchObject({ value: 2 / 5, of: 5 });
});

test('a part without a label is not measured', () => {
  const rows = [row('a', { shift: day.shift }, day), row('b', { rate: null }, { ...none })];
  expect(figures(rows, 'billRate')).toEqual({ exact: 1, precision: null, recall: null, f1: null });
  expect(figures(rows, 'startTime')).toEqual({ exact: 1, precision: 1, recall: 1, f1: 1 });
});

test('rows without an answer miss every label, are counted by reason, and are wrong where nothing was to be read', () => {
  const rows = [row('a', day, null), row('b', none, null, { outcome: 'refused' }), row('c', day, day, { cost: null })];
  const measured = measure(rows);
  expect(measured.unanswered).toEqual({ unreadable: 1, refused: 1 });
  expect(measured.whole.value).toBeCloseTo(1 / 3, 9);
  expect(measured.cost).toBeNull();
  expect(figures(rows, 'billRate').recall).toBe(0.5);
});

test('milliseconds are the median and the slowest, and the cost is that of all rows', () => {
  const rows = [3, 9, 1, 40].map((milliseconds) => row(String(milliseconds), none, none, { milliseconds }));
  expect(measure(rows)).toMatchObject({ medianMilliseconds: 3, slowestMilliseconds: 40, rows: 4 });
  expect(measure(rows).cost).toBeCloseTo(0.04, 9);
  expect(measure([])).toMatchObject({ rows: 0, medianMilliseconds: null, slowestMilliseconds: null, cost: 0 });
});

test('words of evidence are measured, and do not make a row wrong; spaces, letter case and the order of kinds do not count', () => {
  const other: Reading = {
    shift: day.shift && { ...day.shift, substring: '7A  -  7P', modifiers: ['day'] },
    rate: day.rate && { ...day.rate, substring: 'rate $80 - $90' },
  };
  expect(figures([row('a', day, other)], 'shiftText').exact).toBe(1);
  expect(figures([row('a', day, other)], 'billRateText').exact).toBe(0);
  expect(wrongProperties(row('a', day, other))).toEqual([]);
  const kinds = (...modifiers: ('night' | 'call')[]) => ({ ...none, shift: day.shift && { ...day.shift, modifiers } });
  expect(comparedValue('modifiers', kinds('call', 'night'))).toBe(comparedValue('modifiers', kinds('night', 'call')));
});

describe('intervals', () => {
  test('hold the share, stay from 0 to 1, and narrow with more cases', () => {
    for (const [right, of] of [
      [0, 1],
      [1, 1],
      [3, 7],
      [98, 100],
      [980, 1000],
    ] as const) {
      const { value, low, high } = shareOf(right, of);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect([(low ?? 2) <= (value ?? -1), (high ?? -1) >= (value ?? 2)]).toEqual([true, true]);
    }
    const width = (of: number) => (shareOf(of * 0.9, of).high ?? 0) - (shareOf(of * 0.9, of).low ?? 0);
    expect(width(1000)).toBeLessThan(width(100));
    expect(shareOf(0, 0)).toEqual({ value: null, low: null, high: null, of: 0 });
  });
  test('are those of the published example: 81 of 263, Newcombe 1998', () => {
    const { low, high } = shareOf(81, 263);
    expect(low).toBeCloseTo(0.2535, 4);
    expect(high).toBeCloseTo(0.3682, 4);
  });
  test('F1 of no cases is none; without errors it is 1 and not sure', () => {
    expect(f1Of({ right: 0, none: 4, wrong: 0, extra: 0, missed: 0 }).value).toBeNull();
    const sure = f1Of({ right: 30, none: 0, wrong: 0, extra: 0, missed: 0 });
    expect(sure.value).toBe(1);
    expect(sure.low).toBeGreaterThan(0.7);
    expect(sure.low).toBeLessThan(0.95);
  });
});
