import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { applyRules } from '../rules/apply-rules.ts';
import { prepareRules } from '../rules/prepare-rules.ts';
import { calcType, inclusivePay, overtimeHours, type PaidJob, type PaySetup, payOf, paySetupOf } from './pay.ts';

const setup: PaySetup = {
  calcType: calcType.maximizeMargin,
  regularPayRate: 20,
  hoursPerWeek: null,
  fees: [{ source: 'Harbor VMS', vmsFee: 4, billOvertime: true }],
  degreePay: [{ degree: 'rn', payRate: 25 }],
  burdens: [{ state: 'TX', burden: 10 }],
};
const order = aJob({
  state: 'TX',
  billRate: 100,
  otRate: 140,
  hoursPerWeek: 36,
  hoursPerShift: 12,
  shiftsPerWeek: 3,
  travelStipend: 100,
  mealStipend: 350,
  lodgingStipend: 630,
});
const job: PaidJob = { ...order, mappedDegree: null };

test('inclusive pay is the weekly stipends divided by the weekly hours, plus the regular pay rate', () => {
  expect(inclusivePay(100 + 350 + 630, 36, 25)).toBe(55);
  expect(payOf(job, setup)).toMatchObject({ inclusivePayPerHour: 55, regularPayPerHour: 25, stipendsPerWeek: 1080 });
});

test('maximizing margin: the margin is the bill minus fee, burdened wages and stipends', () => {
  expect(payOf(job, setup)).toMatchObject({
    netBillPerWeek: 3456,
    costPerWeek: 2070,
    marginPerWeek: 1386,
    marginPerHour: 38.5,
    marginPercent: 40.1,
  });
});

test('maximizing inclusive pay pays out the margin, and never less than the given pay', () => {
  const generous = { ...setup, calcType: calcType.maximizeInclusivePay };
  expect(payOf(job, generous)).toMatchObject({ marginPerWeek: 0, stipendsPerWeek: 2466, inclusivePayPerHour: 93.5 });
  expect(payOf({ ...job, billRate: 40 }, generous)).toMatchObject({ stipendsPerWeek: 1080, inclusivePayPerHour: 55 });
});

test('overtime: above 40 hours a week, or above 8 a day in California, New York and Alaska; billed by the fee’s setting, paid at 1.5', () => {
  expect(overtimeHours(job, 36)).toBe(0);
  expect(overtimeHours({ ...job, state: 'CA' }, 36)).toBe(12);
  expect(overtimeHours({ ...job, state: 'NY', hoursPerShift: null }, 48)).toBe(8);
  const inAlaska = payOf({ ...job, state: 'AK' }, setup);
  expect(inAlaska).toMatchObject({
    overtimeHoursPerWeek: 12,
    netBillPerWeek: 3916.8,
    costPerWeek: 2130,
  });
  const flat = { ...setup, fees: [{ source: 'harbor vms', vmsFee: 4, billOvertime: false }] };
  expect(payOf({ ...job, state: 'AK' }, flat)).toMatchObject({ netBillPerWeek: 3456 });
});

test('hours come from the shifts or the setup; a missing value is named', () => {
  expect(payOf({ ...job, hoursPerWeek: null }, { ...setup, hoursPerWeek: 40 })).toMatchObject({ hoursPerWeek: 36 });
  expect(payOf({ ...job, hoursPerWeek: null, hoursPerShift: null }, { ...setup, hoursPerWeek: 40 })).toMatchObject({
    hoursPerWeek: 40,
  });
  expect(payOf({ ...job, billRate: null }, setup)).toMatchObject({ missing: 'billRate' });
  expect(payOf({ ...job, hoursPerWeek: null, hoursPerShift: null }, setup)).toMatchObject({ missing: 'hoursPerWeek' });
  expect(payOf({ ...job, degree: 'LPN' }, { ...setup, regularPayRate: null })).toMatchObject({ missing: 'regularPayRate' });
});

test('the pay rate of a degree is that of its own text, else that of the value it is mapped to', () => {
  expect(payOf({ ...job, degree: 'Registered Nurse', mappedDegree: 'RN' }, setup)).toMatchObject({ regularPayPerHour: 25 });
  expect(payOf({ ...job, degree: 'RN', mappedDegree: 'LPN' }, setup)).toMatchObject({ regularPayPerHour: 25 });
  expect(payOf({ ...job, degree: 'Registered Nurse', mappedDegree: 'LPN' }, setup)).toMatchObject({ regularPayPerHour: 20 });
});

test('the call’s setup is converted unchanged; a degree without a rate gets the regular one', () => {
  const given = {
    id: 2,
    calcType: 1,
    regularPayRate: 20,
    hoursPerWeek: 36,
    fees: [{ id: 3, source: 'Harbor VMS', vmsFee: 4, billOvertime: true }],
    burdens: [{ id: 5, customerId: 2, state: 'TX', burden: 10 }],
    degreePays: [
      { id: 8, externalId: '17', targetName: 'ATS', name: 'rn', payRate: 25 },
      { id: 9, externalId: '18', targetName: 'ATS', name: 'LPN', payRate: null },
    ],
  };
  expect(paySetupOf(given)).toEqual({ ...setup, calcType: calcType.maximizeInclusivePay, hoursPerWeek: 36 });
  expect(paySetupOf({ ...given, calcType: 0 })).toEqual({ ...setup, hoursPerWeek: 36 });
});

test('a rule reads pay after the changes of earlier rules, and nothing if the setup is not known', () => {
  const raise = aStoredRule({ id: 1, ord: 1, source: '', operand: '200' });
  const hold = aStoredRule({ id: 2, ord: 2, source: '[Margin Percent] greater than 60', actionType: 6, operand: 'hold' });
  const fired = (pay: PaySetup | null) =>
    applyRules(order, prepareRules([raise, hold], { moment: 'collection', today: '2026-11-21', pay })).fired;
  expect(payOf({ ...job, billRate: 200 }, setup)).toMatchObject({ marginPercent: 70.05 });
  expect(fired(setup)).toEqual([1, 2]);
  expect(fired(null)).toEqual([1]);
});

test('amounts are rounded to the cent, half a cent away from zero', () => {
  expect(inclusivePay(1, 8, 20)).toBe(20.13);
  expect(inclusivePay(1.005, 1, 0)).toBe(1.01);
  const loss = payOf(
    { ...job, billRate: 10, hoursPerWeek: 1, travelStipend: 10.005, mealStipend: 0, lodgingStipend: 0 },
    {
      ...setup,
      regularPayRate: 0,
      degreePay: [],
      fees: [],
      burdens: [],
    },
  );
  expect(loss).toMatchObject({ marginPerWeek: -0.01, marginPerHour: -0.01 });
});

test('a margin that rounds to zero is 0, never -0', () => {
  const even = payOf(
    { ...job, billRate: 10, hoursPerWeek: 1, travelStipend: 10.001, mealStipend: 0, lodgingStipend: 0 },
    {
      ...setup,
      regularPayRate: 0,
      degreePay: [],
      fees: [],
      burdens: [],
    },
  );
  if ('missing' in even) throw new Error('nothing is missing');
  expect(Object.is(even.marginPerWeek, 0)).toBe(true);
  expect(Object.is(even.marginPerHour, 0)).toBe(true);
  expect(Object.values(even).some((amount) => Object.is(amount, -0))).toBe(false);
});

test('bill, cost and margin add up, and a higher bill never lowers the margin', () => {
  const amount = fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100);
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 1, max: 80 }), (billRate, more, hoursPerWeek) => {
      const [low, high] = [billRate, billRate + more].map((rate) => payOf({ ...job, billRate: rate, hoursPerWeek }, setup));
      if (!low || !high || 'missing' in low || 'missing' in high) throw new Error('nothing is missing');
      expect(low.netBillPerWeek - low.costPerWeek).toBeCloseTo(low.marginPerWeek, 1);
      expect(high.marginPerWeek).toBeGreaterThanOrEqual(low.marginPerWeek);
    }),
    { seed: 55, numRuns: 300 },
  );
});
