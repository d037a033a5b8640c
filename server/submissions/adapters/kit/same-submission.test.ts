import { expect, test } from 'vitest';
import { isSame } from './same-submission.ts';

const shown = { extId: '1', providerJobId: '6001', extCaregiverId: '50', status: 'Reviewed', at: null };

test('a submission is looked up by its job and caregiver; one that was withdrawn there is an earlier one', () => {
  const sent = { providerJobId: '6001', extCaregiverId: '50' };
  expect(isSame(shown, sent)).toBe(true);
  expect(isSame({ ...shown, providerJobId: '6002' }, sent)).toBe(false);
  expect(isSame({ ...shown, extCaregiverId: '51' }, sent)).toBe(false);
  for (const status of ['Withdrawn', 'withdrew']) expect(isSame({ ...shown, status }, sent)).toBe(false);
});
