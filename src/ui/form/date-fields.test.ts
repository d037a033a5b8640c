import { expect, test } from 'vitest';
import { isDay, isInstant, optionalDay } from './optional.ts';
import { readTime } from './read-time.ts';

test('a time of day is read in the usual spellings', () => {
  expect(['7:00 PM', '7p', '7:30 p.m.', '19:30', '1930', 'noon', 'midnight', '12:15 am', '12 pm'].map(readTime)).toEqual([
    '19:00',
    '19:00',
    '19:30',
    '19:30',
    '19:30',
    '12:00',
    '00:00',
    '00:15',
    '12:00',
  ]);
});

test('an ambiguous or invalid time is not guessed', () => {
  expect(['', '7', '25:00', '13 pm', '0 am', '7:60', 'soon'].map(readTime)).toEqual([null, null, null, null, null, null, null]);
});

test('text that is not a day is refused with an example, and blank means no day', () => {
  expect(['', null, '2026-06-14'].map((text) => optionalDay().parse(text))).toEqual([null, null, '2026-06-14']);
  for (const text of ['2026-02-30', 'soon', '6/14']) {
    expect(optionalDay().safeParse(text).error?.issues[0]?.message).toBe('Enter a date such as 06/14/2026, today or +2w');
  }
  expect([isDay(null), isInstant('2026-06-14 7:00'), isInstant('2026-06-14T23:00:00.000Z')]).toEqual([false, false, true]);
});
