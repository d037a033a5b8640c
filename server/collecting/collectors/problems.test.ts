import { expect, test } from 'vitest';
import { problemOfFetch, problemOfStatus } from './problems.ts';

const now = new Date('2025-01-10T12:00:00Z');

test.each([
  [200, undefined],
  [204, undefined],
  [302, 'not_allowed'],
  [400, 'vendor_error'],
  [401, 'sign_in'],
  [403, 'sign_in'],
  [404, 'unreachable'],
  [405, 'vendor_error'],
  [408, 'timeout'],
  [429, 'rate_limited'],
  [500, 'vendor_error'],
  [503, 'vendor_error'],
  [504, 'timeout'],
  [0, 'vendor_error'],
])('status %i is %s', (status, kind) => {
  expect(problemOfStatus({ status, headers: {} }, now)?.kind).toBe(kind);
});

test.each([
  ['120', 120],
  ['0', 1],
  ['Fri, 10 Jan 2025 12:05:00 GMT', 300],
  // In the past, or by a clock that is wrong.
  ['Fri, 10 Jan 2025 11:00:00 GMT', 1],
  ['999999999', 86_400],
  ['soon', undefined],
  ['-5', 1],
])('a vendor that says to try again after “%s” is believed as %s seconds', (text, seconds) => {
  expect(problemOfStatus({ status: 429, headers: { 'retry-after': text } }, now)?.retryAfterSeconds).toBe(seconds);
});

test.each([
  ['refused', 'not_allowed'],
  ['unreachable', 'unreachable'],
  ['timeout', 'timeout'],
  ['too_large', 'unreadable'],
] as const)('a request that ends as %s is %s', (kind, becomes) => {
  expect(problemOfFetch({ kind, words: 'Why.' })).toEqual({ kind: becomes, words: 'Why.' });
});
