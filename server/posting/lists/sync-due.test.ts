import { expect, test } from 'vitest';
import { isWholeSyncDue } from './sync-due.ts';

const zone = 'America/New_York';
// New York is five hours behind UTC in January.
const at = (day: number, hour: number) => new Date(Date.UTC(2027, 0, day, hour + 5));

test.each([
  ['never read, at noon', null, at(10, 12), false],
  ['never read, in the night', null, at(10, 2), true],
  ['read yesterday night, before the night begins', at(9, 3), at(10, 1), false],
  ['read yesterday night, as the night begins', at(9, 3), at(10, 2), true],
  ['read in this night', at(10, 2), at(10, 5), false],
  ['read today before the night began', at(10, 0), at(10, 2), true],
  ['read yesterday night, after the night', at(9, 3), at(10, 6), false],
  ['the nights were missed', at(8, 3), at(10, 12), true],
])('%s', (_name, lastAt, now, isDue) => {
  expect(isWholeSyncDue(zone, lastAt, now)).toBe(isDue);
});

test('the night is that of the customer: it begins in New York five hours after London', () => {
  const two = new Date('2027-01-10T02:00:00Z');
  expect(isWholeSyncDue('Europe/London', null, two)).toBe(true);
  expect(isWholeSyncDue(zone, null, two)).toBe(false);
});

test('the hour that is repeated or left out when clocks change reads once', () => {
  // 2027-11-07: clocks in New York go back from 2:00 to 1:00; 2027-03-14: from 2:00 to 3:00.
  expect(isWholeSyncDue(zone, new Date('2027-11-07T07:00:00Z'), new Date('2027-11-07T08:00:00Z'))).toBe(false);
  expect(isWholeSyncDue(zone, null, new Date('2027-03-14T07:00:00Z'))).toBe(true);
});
