import { expect, test } from 'vitest';
import { barsOf, daysUntil } from './day-bars.ts';

test('a day without kept figures is a gap, not zero', () => {
  const days = [
    { day: '2026-02-27', newJobs: 4, closedJobs: 1, postedJobs: 0 },
    { day: '2026-03-01', newJobs: 2, closedJobs: 0, postedJobs: 0 },
  ];
  const { bars, total, most } = barsOf(days, 'newJobs');
  expect(bars).toHaveLength(30);
  expect(bars.slice(-4).map(({ day, figure }) => [day, figure])).toEqual([
    ['2026-02-26', null],
    ['2026-02-27', 4],
    ['2026-02-28', null],
    ['2026-03-01', 2],
  ]);
  expect([total, most]).toEqual([6, 4]);
  expect(barsOf(days, 'postedJobs')).toMatchObject({ total: 0, most: 0 });
});

test('30 days end today, over the end of a year and a change of the clock', () => {
  expect(daysUntil('2026-01-15')[0]).toBe('2025-12-17');
  expect(new Set(daysUntil('2026-11-05')).size).toBe(30);
});
