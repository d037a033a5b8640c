import { expect, test } from 'vitest';
import { checkStateOf, documentedDay, tookWords } from './agent-stats.ts';

test('a check is 2 for an empty answer, 1 for a refused request, and 3 otherwise', () => {
  expect(checkStateOf({ ok: true, value: '' })).toBe(2);
  expect(checkStateOf({ ok: true, value: 'The vendor refused the sign-in.' })).toBe(3);
  expect(checkStateOf({ ok: false, error: { kind: 'invalid' } })).toBe(1);
  expect(checkStateOf({ ok: false, error: { kind: 'offline' } })).toBe(3);
});

test('days and times are written as the call and people write them', () => {
  expect(documentedDay('2026-01-25')).toBe('01252026');
  expect([41.5, 59.9, 60, 119.7, 185, 7440].map(tookWords)).toEqual([
    '41.5 s',
    '59.9 s',
    '1 min 0 s',
    '2 min 0 s',
    '3 min 5 s',
    '2 h 4 min',
  ]);
});
