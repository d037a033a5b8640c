import { expect, test } from 'vitest';
import { readDay } from './read-day.ts';
import { clockAt, instantAt, zoneName } from './zoned-time.ts';

const read = (typed: string, own = 'MM/dd/yyyy') => readDay(typed, '2026-11-22', own);

test('a day is read in the usual spellings', () => {
  expect(['6/14', '6/14/2027', '06/14/27', 'Jun 14', 'jun 14, 2027', '2027-06-14'].map((typed) => read(typed))).toEqual([
    '2026-06-14',
    '2027-06-14',
    '2027-06-14',
    '2026-06-14',
    '2027-06-14',
    '2027-06-14',
  ]);
});

test('a day may be a word or a distance from today', () => {
  expect(['today', 'Tomorrow', 'yesterday', '+2w', '-3d', '+1m', '+ 2w'].map((typed) => read(typed))).toEqual([
    '2026-11-22',
    '2026-11-23',
    '2026-11-21',
    '2026-12-06',
    '2026-11-19',
    '2026-12-22',
    null,
  ]);
});

test('the user’s own pattern comes first', () => {
  expect(read('03/04/2027', 'dd/MM/yyyy')).toBe('2027-04-03');
  expect(read('03/04/2027')).toBe('2027-03-04');
});

test('an invalid day is not guessed', () => {
  expect(['', '13/45', '2/30', 'soon', '6/14/0007'].map((typed) => read(typed))).toEqual([null, null, null, null, null]);
});

test('clockAt and instantAt convert between a zone’s clock and UTC', () => {
  const newYork = 'America/New_York';
  expect(clockAt('2026-07-01T16:30:00.000Z', newYork)).toEqual({ day: '2026-07-01', time: '12:30' });
  expect(instantAt({ day: '2026-07-01', time: '12:30' }, newYork)).toBe('2026-07-01T16:30:00.000Z');
  expect(instantAt({ day: '2026-12-01', time: '12:30' }, newYork)).toBe('2026-12-01T17:30:00.000Z');
  expect(instantAt({ day: '2026-07-01', time: '' }, newYork)).toBeNull();
  expect([zoneName('2026-07-01T16:30:00Z', newYork), zoneName('2026-12-01T16:30:00Z', newYork)]).toEqual(['EDT', 'EST']);
});

test('an hour that daylight saving repeats or skips still has one instant', () => {
  const newYork = 'America/New_York';
  // 1:30 comes twice on November 1, 2026: the first is still daylight time.
  expect(instantAt({ day: '2026-11-01', time: '01:30' }, newYork)).toBe('2026-11-01T05:30:00.000Z');
  // 2:30 does not exist on March 8, 2026.
  expect(instantAt({ day: '2026-03-08', time: '02:30' }, newYork)).toBe('2026-03-08T07:30:00.000Z');
});
