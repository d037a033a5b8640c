import { expect, test } from 'vitest';
import { isLeased } from './last-person.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const confirmed = (confirmedAt: string) => isLeased({ confirmedAt }, now);

test('[edge case 20] The lease on local data ends after 72 hours', () => {
  expect(confirmed('2026-11-17T12:00:01Z')).toBe(true);
  expect(confirmed('2026-11-17T12:00:00Z')).toBe(false);
});

test('[edge case 20] A clock set back by more than an hour does not lengthen the lease', () => {
  expect(confirmed('2026-11-20T12:59:00Z')).toBe(true);
  expect(confirmed('2026-11-20T13:01:00Z')).toBe(false);
});

test('An invalid time gives no lease', () => {
  expect(confirmed('')).toBe(false);
});
