import { expect, test } from 'vitest';
import { seenAgain } from './last-visit.ts';

const hour = 3_600_000;

test('the first visit has nothing to tell', () => {
  expect(seenAgain(undefined, 5 * hour)).toEqual({ seenMs: 5 * hour, sinceMs: null });
});

test('after an absence of over half an hour, the moment of leaving counts until the next absence', () => {
  const back = seenAgain({ seenMs: 5 * hour, sinceMs: null }, 9 * hour);
  expect(back).toEqual({ seenMs: 9 * hour, sinceMs: 5 * hour });
  const working = seenAgain(back, 9.4 * hour);
  expect(working.sinceMs).toBe(5 * hour);
  expect(seenAgain(working, 10 * hour).sinceMs).toBe(9.4 * hour);
});

test('a clock that was set back makes nothing new', () => {
  expect(seenAgain({ seenMs: 9 * hour, sinceMs: 5 * hour }, 2 * hour)).toEqual({ seenMs: 2 * hour, sinceMs: 5 * hour });
});
