import { expect, test } from 'vitest';
import { cronLines, isWorthSending, type Timing, timingWords } from './timing.ts';

const timing = (over: Partial<Timing>): Timing => ({ frequency: 'daily', days: [], day: 1, time: '08:00', ...over });

test('a schedule reads as one sentence', () => {
  expect(timingWords(timing({}))).toBe('Daily at 8:00 AM');
  expect(timingWords(timing({ time: '00:05' }))).toBe('Daily at 12:05 AM');
  expect(timingWords(timing({ time: '12:00' }))).toBe('Daily at 12:00 PM');
  expect(timingWords(timing({ frequency: 'weekly', days: [7] }))).toBe('Weekly on Sunday at 8:00 AM');
  expect(timingWords(timing({ frequency: 'weekly', days: [5, 1, 3] }))).toBe('Weekly on Monday, Wednesday and Friday at 8:00 AM');
  expect(timingWords(timing({ frequency: 'monthly', day: 30 }))).toBe('Monthly on day 30 at 8:00 AM');
  expect(timingWords(timing({ frequency: 'monthly', day: 31 }))).toBe('Monthly on the last day at 8:00 AM');
});

test('cron lines leave out no month: one that is too short sends on its last day', () => {
  expect(cronLines(timing({ time: '14:30' }))).toEqual(['30 14 * * *']);
  expect(cronLines(timing({ frequency: 'weekly', days: [7, 1] }))).toEqual(['0 8 * * 1,7']);
  expect(cronLines(timing({ frequency: 'monthly', day: 28 }))).toEqual(['0 8 28 * *']);
  expect(cronLines(timing({ frequency: 'monthly', day: 29 }))).toEqual(['0 8 29 1,3-12 *', '0 8 L 2 *']);
  expect(cronLines(timing({ frequency: 'monthly', day: 31 }))).toEqual(['0 8 L * *']);
});

test('a threshold of 0 always sends; any other one from that many rows on', () => {
  expect([0, 1].map((rows) => isWorthSending(rows, 0))).toEqual([true, true]);
  expect([4, 5, 6].map((rows) => isWorthSending(rows, 5))).toEqual([false, true, true]);
});
