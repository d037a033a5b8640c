import { expect, test } from 'vitest';
import { itemProblem, serviceItems, valueWords } from './catalogue.ts';

test.each([
  [
    'an unknown code',
    { code: 'lamp.on', value: 1, forOne: false },
    { code: expect.stringContaining('posting.paused, collection.minimumMinutes') },
  ],
  [
    'a name of every object',
    { code: 'constructor', value: 1, forOne: false },
    { code: expect.stringContaining('Choose one of these codes') },
  ],
  [
    'a value above the range',
    { code: 'notices.listed', value: 1001, forOne: true },
    { value: 'Enter a whole number of notices from 20 to 1,000' },
  ],
  ['a fraction', { code: 'runs.keptDays', value: 7.5, forOne: false }, { value: 'Enter a whole number of days from 7 to 400' }],
  [
    'a switch that is neither on nor off',
    { code: 'posting.paused', value: 2, forOne: false },
    { value: 'Enter 1 for on or 0 for off' },
  ],
  [
    'one customer where only all can have it',
    { code: 'uploads.keptDays', value: 2, forOne: true },
    { customerId: expect.stringContaining('applies to all') },
  ],
  ['a good value', { code: 'posting.paused', value: 1, forOne: true }, null],
])('%s', (_what, wish, problem) => {
  expect(itemProblem(wish)).toEqual(problem);
});

test('every default is inside its own range', () => {
  for (const [code, { least, most, default: usual }] of Object.entries(serviceItems))
    expect([code, usual >= least && usual <= most]).toEqual([code, true]);
});

test('values read with their unit', () => {
  expect([valueWords('posting.paused', 1), valueWords('uploads.keptDays', 1), valueWords('export.rows', 2000)]).toEqual([
    'on',
    '1 day',
    '2,000 rows',
  ]);
});
