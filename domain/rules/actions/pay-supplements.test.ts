import { expect, test } from 'vitest';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { applyRules } from '../apply-rules.ts';
import { prepareRules } from '../prepare-rules.ts';
import { paySupplements } from './pay-supplements.ts';
import { supplementsIn } from './supplement.ts';

const lists = paySupplements({
  burdens: [{ id: 1, customerId: 2, state: 'TX', burden: 11.5 }],
  fees: [{ id: 3, source: 'Harbor VMS', vmsFee: 4, billOvertime: true }],
  degreePays: [
    { id: 1, externalId: 'D1', targetName: 'ATS', name: 'RN', payRate: 42 },
    { id: 2, externalId: 'D2', targetName: 'ATS', name: 'LPN', payRate: null },
  ],
});
const ruled = (operand: string, fieldId: number, over: Parameters<typeof aJob>[0] = {}) => {
  const rule = aStoredRule({ actionType: 8, operand, fieldId });
  const rules = prepareRules([rule], { moment: 'collection', today: '2026-11-21', supplementsOf: supplementsIn(lists) });
  return applyRules(aJob({ state: 'TX', degree: 'RN', source: 'Harbor VMS', ...over }), rules, { trace: true });
};

test('each list of the pay setup is asked by its key and column, in any letter case', () => {
  expect(ruled('Burdens~[State]~Burden', 31).job.feePercentage).toBe(11.5);
  expect(ruled('Fees~[Source]~VMSFee', 31).job.feePercentage).toBe(4);
  expect(ruled('Degree Pay~[Degree]~PayRate', 43).job.payPerHour).toBe(42);
});

test('values that the setup lacks are not written', () => {
  const none = ruled('Degree Pay~[Degree]~PayRate', 43, { degree: 'LPN', payPerHour: 30 });
  expect(none.job.payPerHour).toBe(30);
  expect(none.trace[0]).toMatchObject({ fired: true, changes: [], problem: null });
});
