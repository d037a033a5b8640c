import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** Inputs of the pay calculation. Money is in US dollars; VMSFee and Burden are percentages; hours are per week. */
export const PaySettings = z.object({
  id: wire('ID', z.number()),
  /** 0 maximizes margin, 1 maximizes inclusive pay. */
  calcType: wire('CalcType', z.number()),
  /** Dollars per hour. */
  regularPayRate: wire('RegularPayRate', z.number().nullable()),
  hoursPerWeek: wire('TotalHoursPerW', z.number().nullable()),
  fees: wire(
    'Fees',
    z.array(
      z.object({
        id: wire('ID', z.number()),
        source: wire('Source', z.string()),
        vmsFee: wire('VMSFee', z.number()),
        billOvertime: wire('BillOvertime', z.boolean()),
      }),
    ),
  ),
  burdens: wire(
    'Burdens',
    z.array(
      z.object({
        id: wire('ID', z.number()),
        customerId: wire('Customer_ID', z.number()),
        state: wire('State', z.string()),
        burden: wire('Burden', z.number()),
      }),
    ),
  ),
  degreePays: wire(
    'DegreePays',
    z.array(
      z.object({
        id: wire('RecID', z.number()),
        externalId: wire('MapExternalObject_ID', z.string()),
        targetName: wire('TargetName', z.string()),
        name: wire('ObjectName', z.string()),
        payRate: wire('PayRate', z.number().nullable()),
      }),
    ),
  ),
});
export type PaySettings = z.infer<typeof PaySettings>;

const example: PaySettings = {
  id: 1,
  calcType: 0,
  regularPayRate: 35,
  hoursPerWeek: 36,
  fees: [{ id: 3, source: 'Medloop', vmsFee: 4.5, billOvertime: true }],
  burdens: [{ id: 5, customerId: 2, state: 'NV', burden: 11.2 }],
  degreePays: [{ id: 8, externalId: '17', targetName: 'Bullhorn', name: 'RN', payRate: 38 }],
};
const Percent = z.number('Write a number').min(0, 'Write 0 or more').max(100, 'Write 100 or less');
const Rate = z.number('Write a number').min(0, 'Write 0 or more').max(10_000, 'Write 10,000 or less');
const fails = ['invalid', 'forbidden', 'not_found'] as const;
const Saved = z.object({ saved: z.boolean() });

export const readPaySettings = endpoint('GET /api/CustomerPCSettings/:cust', {
  about: 'The pay setup of a customer: calculation type, fees per source, burdens per state and degree pay rates.',
  args: z.object({ cust: CustomerRef }),
  reply: PaySettings,
  fails,
  needs: 'staging.read',
  offline: 'cached',
  example,
});

export const savePaySettings = endpoint('PUT /api/CustomerPCSettings/:id/:cust', {
  about: 'Saves the calculation type, the regular pay rate and the hours per week.',
  args: z.object({
    id: IdOrNone,
    cust: CustomerRef,
    calcType: wire('CalcType', z.literal([0, 1], 'Choose a calculation type')),
    regularPayRate: wire('RegularPayRate', Rate.nullable().default(null)),
    hoursPerWeek: wire('TotalHoursPerW', z.number().min(0).max(168, 'A week has 168 hours').nullable().default(null)),
  }),
  reply: Saved,
  fails,
  needs: 'pay.write',
  offline: 'online',
  example: { saved: true },
});

export const saveFee = endpoint('PUT /api/CustomerFee/:id/:cust', {
  about: 'Sets the fee of one source (by its id), in percent of the bill rate, and whether overtime is billed.',
  args: z.object({
    id: Id,
    cust: CustomerRef,
    vmsFee: wire('VMSFee', Percent),
    billOvertime: wire('BillOvertime', z.boolean()),
  }),
  reply: Saved,
  fails,
  needs: 'pay.write',
  offline: 'online',
  example: { saved: true },
});

export const listDegreePayTargets = endpoint('GET /api/CustomerPCDegreePay/targets/list/:cust', {
  about: 'Targets whose degrees can have pay rates.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('TargetName', z.string()) })),
  fails,
  needs: 'staging.read',
  offline: 'cached',
  example: [{ id: 1, name: 'Bullhorn' }],
});

export const saveDegreePay = endpoint('PUT /api/CustomerPCDegreePay/:cust', {
  about: 'Sets the pay rate of one degree of a target’s list (by its RecID), in dollars per hour; null removes it.',
  args: z.object({
    cust: CustomerRef,
    id: wire('RecID', Id),
    payRate: wire('PayRate', Rate.nullable()),
  }),
  reply: Saved,
  fails,
  needs: 'pay.write',
  offline: 'online',
  example: { saved: true },
});

export const saveBurden = endpoint('PUT /api/CustomerPCBurdens/:id/:cust', {
  about: 'Sets the burden of one state, in percent of pay; id 0 adds a state.',
  args: z.object({
    id: IdOrNone,
    cust: CustomerRef,
    state: wire('State', z.string().regex(/^[A-Z]{2}$/, 'Choose a state')),
    burden: wire('Burden', Percent),
  }),
  reply: Saved,
  fails,
  needs: 'pay.write',
  offline: 'online',
  example: { saved: true },
});

export const payEndpoints = [readPaySettings, savePaySettings, saveFee, listDegreePayTargets, saveDegreePay, saveBurden];
