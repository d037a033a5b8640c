import { expect, test } from 'vitest';
import type { Timing } from '#domain/reports/schedules/timing.ts';
import { nextInstant, nextInstants } from './instants.ts';

const timing = (over: Partial<Timing> = {}): Timing => ({ frequency: 'daily', days: [], day: 1, time: '08:00', ...over });
const next = (over: Partial<Timing>, zone: string, after: string, count: number) =>
  nextInstants(timing(over), zone, new Date(after), count).map((at) => at.toISOString().slice(0, 16));

test('a time that the day lacks is due right after the gap; one that it has twice, once', () => {
  expect(next({ time: '02:30' }, 'America/New_York', '2026-03-07T00:00:00Z', 3)).toEqual([
    '2026-03-07T07:30',
    '2026-03-08T07:00',
    '2026-03-09T06:30',
  ]);
  expect(next({ time: '01:30' }, 'America/New_York', '2026-10-31T00:00:00Z', 3)).toEqual([
    '2026-10-31T05:30',
    '2026-11-01T05:30',
    '2026-11-02T06:30',
  ]);
  // Asked between the two, the second one is not due.
  expect(nextInstant(timing({ time: '01:30' }), 'America/New_York', new Date('2026-11-01T05:30:00Z')).toISOString()).toBe(
    '2026-11-02T06:30:00.000Z',
  );
});

test('a month that is too short is due on its last day', () => {
  const days = (day: number, count: number) =>
    next({ frequency: 'monthly', day }, 'UTC', '2026-01-31T12:00:00Z', count).map((at) => at.slice(5, 10));
  expect(days(31, 3)).toEqual(['02-28', '03-31', '04-30']);
  expect(days(30, 3)).toEqual(['02-28', '03-30', '04-30']);
  expect(days(29, 3)).toEqual(['02-28', '03-29', '04-29']);
  expect(next({ frequency: 'monthly', day: 29 }, 'UTC', '2028-02-01T00:00:00Z', 2)).toEqual([
    '2028-02-29T08:00',
    '2028-03-29T08:00',
  ]);
});

test('a zone that does not exist is an error, not another zone', () => {
  expect(() => nextInstant(timing(), 'Mars/Olympus', new Date('2026-11-27T00:00:00Z'))).toThrow(/Mars\/Olympus/);
});
