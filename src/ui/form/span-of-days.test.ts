import { expect, test } from 'vitest';
import { spanOfDays } from './span-of-days.ts';

test('the days are those of the time zone, and the last one counts whole', () => {
  expect(spanOfDays('2026-11-20', '2026-11-21', 'America/New_York')).toEqual({
    since: '2026-11-20T05:00:00.000Z',
    until: '2026-11-22T05:00:00.000Z',
  });
  // The clocks go back in this night.
  expect(spanOfDays('2026-11-01', '2026-11-01', 'America/New_York')).toEqual({
    since: '2026-11-01T04:00:00.000Z',
    until: '2026-11-02T05:00:00.000Z',
  });
});

test('a blank day, and what is no day yet, bound nothing', () => {
  expect(spanOfDays('', '2026-02-30', 'UTC')).toEqual({});
  expect(spanOfDays('2026-02-28', '11/2', 'UTC')).toEqual({ since: '2026-02-28T00:00:00.000Z' });
});
