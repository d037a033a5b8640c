import { expect, test } from 'vitest';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { canceledBy, canceledWords } from './canceled-by.ts';
import { flag } from './flags.ts';

test('A canceled job says who canceled it: a person, a rule with its id, or the vendor', () => {
  expect(canceledBy(aJob())).toBeNull();
  expect(canceledBy(aJob({ status: 'Closed', skipRuleId: 7 }))).toBeNull();
  expect(canceledBy(aJob({ status: 'Cancelled' }))).toEqual({ by: 'vendor' });
  expect(canceledBy(aJob({ status: 'Cancelled', skipRuleId: 7 }))).toEqual({ by: 'rule', ruleId: 7 });
  expect(canceledBy(aJob({ status: 'Cancelled', skipRuleId: 7, chgMap: flag.manuallyCancelled }))).toEqual({ by: 'hand' });
  expect(canceledWords(aJob({ status: 'Cancelled', skipRuleId: 7 }))).toBe(
    'Rule 7 has canceled the job: change the rule or switch it off.',
  );
});
