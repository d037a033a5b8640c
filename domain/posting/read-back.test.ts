import { describe, expect, test } from 'vitest';
import { differences, isNormalized } from './read-back.ts';

const long = 'Night shifts in a busy intensive care unit; '.repeat(4);

const same: readonly (readonly [name: string, sent: unknown, stored: unknown])[] = [
  ['an equal text', 'RN ICU', 'RN ICU'],
  ['none and an empty text', null, ''],
  ['an empty text and none', '', null],
  ['a number as text', 78.5, '78.50'],
  ['a text of a number', '1004', '1004.0'],
  ['a boolean as text', true, 'True'],
  ['a list in another order', ['101', '102'], ['102', '101']],
  ['a list with ids that people added', ['101'], ['101', '900']],
  ['numbers in a list', [101], ['101']],
  ['an object with more parts', { id: 1004 }, { id: 1004, name: 'Fairhaven' }],
  ['an object whose empty part is missing', { city: 'Reno', zip: null }, { city: 'Reno' }],
  ['an empty object and none', { city: null }, null],
  ['a day and an instant of the day', '2026-12-07', '2026-12-07T00:00:00.000+0000'],
  ['an instant in another zone', '2026-12-07T12:00:00Z', '2026-12-07T07:00:00-05:00'],
  ['the digest of a long text', 'sha256:abc', 'anything'],
  ['a list in doubt', { maybe: ['1'] }, ['2']],
];
test.each(same)('%s is no difference', (_, sent, stored) => expect(differences({ field: sent }, { field: stored })).toEqual([]));

const normalized: readonly (readonly [name: string, sent: unknown, stored: unknown, how: string])[] = [
  ['100 of 176 characters are kept', long, long.slice(0, 100), 'shortened'],
  ['the blank at the cut is gone', `${'x'.repeat(99)} and more`, 'x'.repeat(99), 'shortened'],
  ['blanks are removed', '  RN  ICU\r\n', 'RN ICU', 'trimmed'],
  ['decimals are cut', 13.142_857_142_9, 13.14, 'rounded'],
  ['the time of a day is dropped', Date.UTC(2026, 11, 7, 12), Date.UTC(2026, 11, 7, 5), 'rounded'],
  ['a part of an object is cut', { address1: long }, { address1: long.slice(0, 50) }, 'shortened'],
];
test.each(normalized)('%s: a form of what was sent', (_, sent, stored, how) => {
  const found = differences({ field: sent }, { field: stored });
  expect(found).toEqual([{ field: 'field', sent, stored, how }]);
  expect(found.every(isNormalized)).toBe(true);
});

const changed: readonly (readonly [name: string, sent: unknown, stored: unknown, how: string])[] = [
  ['another text', 'RN ICU', 'RN PCU', 'changed'],
  ['a text that a person shortened', 'RN ICU nights', 'RN ICU', 'changed'],
  ['another number', 78.5, 79, 'changed'],
  ['a cent more', 78.5, 78.51, 'changed'],
  ['another day', '2026-12-07', '2026-12-14', 'changed'],
  ['another instant', Date.UTC(2026, 11, 7, 12), Date.UTC(2026, 11, 8, 5), 'changed'],
  ['closed', true, false, 'changed'],
  ['an id that is gone from a list', ['101', '102'], ['102'], 'changed'],
  ['another client', { id: 1004 }, { id: 1005, name: 'Other' }, 'changed'],
  ['a part of an object beside a cut one', { a: long, b: 'x' }, { a: long.slice(0, 50), b: 'y' }, 'changed'],
  ['a value where none was sent', null, 'Hot job', 'changed'],
  ['no value any more', 'RN ICU', null, 'emptied'],
  ['an empty list', ['101'], [], 'emptied'],
];
test.each(changed)('%s is a change', (_, sent, stored, how) => {
  const found = differences({ field: sent }, { field: stored });
  expect(found).toEqual([{ field: 'field', sent, stored, how }]);
  expect(found.some(isNormalized)).toBe(false);
});

describe('fields', () => {
  test('only fields that were sent and that the target shows are compared', () => {
    expect(differences({ title: 'RN', billRate: 70 }, { title: 'LPN', status: 'Hot' }).map(({ field }) => field)).toEqual([
      'title',
    ]);
  });
});
