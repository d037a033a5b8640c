import { expect, test } from 'vitest';
import { checkedReading } from './checked-reading.ts';

const description = '<p>Nights, <b>7p</b> - 7a</p><p>Agreed rate 84 dollars, lowest 80</p>';

test('an answer counts as far as its words are in the description', () => {
  const answer = {
    startTime: '19:00',
    endTime: '07:00',
    shiftText: 'Nights, 7p - 7a',
    modifiers: ['night', 'admin'],
    billRate: 84,
    minBillRate: 80,
    billRateText: 'Agreed rate 84 dollars, lowest 80',
  };
  expect(checkedReading(answer, description)).toEqual({
    shift: {
      substring: 'Nights, <b>7p</b> - 7a',
      start: '19:00',
      end: '07:00',
      hours: null,
      shiftsPerWeek: null,
      modifiers: ['night'],
    },
    rate: { substring: 'Agreed rate 84 dollars, lowest 80', rate: 84, minRate: 80 },
  });
});

test('words that are not there, amounts that the words do not name, and half a shift are dropped', () => {
  const none = { shift: null, rate: null };
  expect(checkedReading({}, description)).toEqual(none);
  expect(checkedReading({ billRate: 999, billRateText: 'Agreed rate 84 dollars' }, description)).toEqual(none);
  expect(checkedReading({ billRate: 84, billRateText: 'Rate is 84' }, description)).toEqual(none);
  expect(checkedReading({ billRate: 84 }, description)).toEqual(none);
  expect(checkedReading({ startTime: '19:00', shiftText: 'Nights' }, description)).toEqual(none);
  const range = { billRate: 84, minBillRate: 90, billRateText: 'Agreed rate 84 dollars' };
  expect(checkedReading(range, description).rate).toMatchObject({ rate: 84, minRate: null });
});
