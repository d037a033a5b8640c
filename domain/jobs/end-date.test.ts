import { expect, test } from 'vitest';
import { endDateOf, shownDuration } from './end-date.ts';

test('[P16] the end date is the start date plus the duration, across months and leap days', () => {
  expect(endDateOf('2026-11-21', 91)).toBe('2027-02-20');
  expect(endDateOf('2028-02-28', 1)).toBe('2028-02-29');
  expect(endDateOf('2026-01-31', 0)).toBe('2026-01-31');
});

test('without start or duration there is no end date', () => {
  expect(endDateOf(null, 91)).toBeNull();
  expect(endDateOf('2026-11-21', null)).toBeNull();
  expect(endDateOf('2026-02-30', 7)).toBeNull();
});

test('a duration is shown in whole days under seven and in weeks from seven on', () => {
  expect(shownDuration(6)).toEqual({ count: 6, unit: 'day' });
  expect(shownDuration(6.9)).toEqual({ count: 6, unit: 'day' });
  expect(shownDuration(7)).toEqual({ count: 1, unit: 'week' });
  expect(shownDuration(91)).toEqual({ count: 13, unit: 'week' });
  expect(shownDuration(10)).toEqual({ count: 1.4, unit: 'week' });
  expect(shownDuration(null)).toBeNull();
});
