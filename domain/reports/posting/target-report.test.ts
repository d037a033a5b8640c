import { expect, test } from 'vitest';
import { listCustomerTargets } from '#contract/reports/customer-targets.ts';
import { targetReportLines } from './target-report.ts';

const [bullhorn] = listCustomerTargets.example.rows;
const words = (typeId: number, posting: 'off' | 'dryRun' | 'live') => {
  if (!bullhorn) throw new Error('the example has no target');
  const [line] = targetReportLines([{ ...bullhorn, typeId, posting }], bullhorn.customerId, (kind) => kind);
  return [line?.posting, line?.connection];
};

test('an ATS shows its posting mode and connection, a feed is published, and a target that takes no jobs says so', () => {
  expect(words(8, 'live')).toEqual(['Live', 'Works']);
  expect(words(8, 'dryRun')).toEqual(['Dry run', 'Works']);
  expect(words(22, 'off')).toEqual(['Off', 'Works']);
  expect(words(4, 'live')).toEqual(['Published', 'None']);
  expect(words(26, 'live')).toEqual(['Published', 'None']);
  expect(words(25, 'live')).toEqual(['Takes no jobs', 'Works']);
});
