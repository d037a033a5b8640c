import { describe, expect, test } from 'vitest';
import { nextRegularRun, nextRunAfter } from './next-run.ts';

const from = new Date('2026-11-20T12:00:00.000Z');
const at = { from, zone: 'America/New_York', least: 5, spread: 0 };
const every = (everyMinutes: number | null) => ({ everyMinutes, runAt: [] });
const iso = (date: Date | null) => date?.toISOString() ?? null;

describe('regular runs', () => {
  test('every so many minutes, no more often than the customer may', () => {
    expect(iso(nextRegularRun(every(10), at))).toBe('2026-11-20T12:10:00.000Z');
    expect(iso(nextRegularRun(every(10), { ...at, least: 30 }))).toBe('2026-11-20T12:30:00.000Z');
    expect(nextRegularRun(every(null), at)).toBeNull();
  });

  test('at times of the customer’s day', () => {
    const twice = { everyMinutes: null, runAt: ['06:00', '18:30'] };
    // 12:00 UTC is 07:00 in New York.
    expect(iso(nextRegularRun(twice, at))).toBe('2026-11-20T23:30:00.000Z');
    expect(iso(nextRegularRun(twice, { ...at, from: new Date('2026-11-21T00:00:00Z') }))).toBe('2026-11-21T11:00:00.000Z');
    expect(iso(nextRegularRun(twice, { ...at, from: new Date('2026-11-20T11:00:00Z') }))).toBe('2026-11-20T23:30:00.000Z');
  });

  test('a change of the clock moves no time of day, and a skipped hour runs an hour later', () => {
    const daily = { everyMinutes: null, runAt: ['02:30'] };
    expect(iso(nextRegularRun(daily, { ...at, from: new Date('2026-03-07T12:00:00Z') }))).toBe('2026-03-08T07:30:00.000Z');
    expect(iso(nextRegularRun(daily, { ...at, from: new Date('2026-03-08T12:00:00Z') }))).toBe('2026-03-09T06:30:00.000Z');
  });

  test('tasks of the same interval drift apart, by a tenth of it and two minutes at most', () => {
    const spread = { ...at, spread: 1 };
    expect(iso(nextRegularRun(every(10), spread))).toBe('2026-11-20T12:11:00.000Z');
    expect(iso(nextRegularRun(every(600), spread))).toBe('2026-11-20T22:02:00.000Z');
  });
});

describe('after a failure', () => {
  const after = (error: Parameters<typeof nextRunAfter>[1], minutes: number | null = 60) =>
    iso(nextRunAfter(every(minutes), error, at));

  test('an error that passes is tried again after 1, 2, 4 minutes, and at most every six hours', () => {
    const tried = [1, 2, 3, 20].map((failures) => after({ error: 'timeout', failures }));
    expect(tried).toEqual([
      '2026-11-20T12:01:00.000Z',
      '2026-11-20T12:02:00.000Z',
      '2026-11-20T12:04:00.000Z',
      '2026-11-20T18:00:00.000Z',
    ]);
  });

  test('a vendor that asks to wait is asked no earlier', () => {
    expect(after({ error: 'rate_limited', failures: 1 })).toBe('2026-11-20T12:05:00.000Z');
    expect(after({ error: 'rate_limited', failures: 1, retryAfterSeconds: 7200 })).toBe('2026-11-20T14:00:00.000Z');
  });

  test('a refused sign-in waits for a person, and an unreadable file for the next regular run', () => {
    expect(after({ error: 'sign_in', failures: 1 })).toBeNull();
    expect(after({ error: 'unreadable', failures: 3 })).toBe('2026-11-20T13:00:00.000Z');
  });

  test('a task that runs by hand only is not tried again by itself', () => {
    expect(after({ error: 'timeout', failures: 1 }, null)).toBeNull();
  });
});
