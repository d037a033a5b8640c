import { expect, test } from 'vitest';
import { vendorMoments } from './vendor-moments.ts';

const at = '2026-11-23T08:00:00.000Z';

test.each([
  [[{ field: 'billRate', after: 80 }], { rateChangedAt: at }],
  [[{ field: 'otRate', after: null }], { rateChangedAt: at }],
  [[{ field: 'status', after: 'Cancelled' }], { canceledAt: at }],
  [[{ field: 'status', after: 'Open' }], {}],
  [[{ field: 'note', after: 'x' }], {}],
  [
    [
      { field: 'status', after: 'Cancelled' },
      { field: 'localRate', after: 1 },
    ],
    { rateChangedAt: at, canceledAt: at },
  ],
])('%j', (changes, moments) => {
  expect(vendorMoments(changes, at)).toEqual(moments);
});
