import { expect, test } from 'vitest';
import { dayAfter, documentedDay, timeInUtc } from './log-day.ts';

test('a day is written as the call wants it, and its neighbors are found over ends of months', () => {
  expect(documentedDay('2026-01-25')).toBe('01-25-2026');
  expect([dayAfter('2026-02-28', 1), dayAfter('2026-01-01', -1), dayAfter('nonsense', 1)]).toEqual([
    '2026-03-01',
    '2025-12-31',
    'nonsense',
  ]);
});

test('times are in UTC with their seconds', () => expect(timeInUtc('2026-01-25T07:05:09.250Z')).toBe('07:05:09'));
