import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';

/** What pay is calculated from. Money is in US dollars; VMSFee and Burden are percent; hours are per week. */
export const PaySettings = z.object({
  ID: z.number(),
  /** 0 maximizes margin, 1 maximizes inclusive pay. */
  CalcType: z.number(),
  /** Dollars an hour. */
  RegularPayRate: z.number().nullable(),
  TotalHoursPerW: z.number().nullable(),
  Fees: z.array(z.object({ ID: z.number(), Source: z.string(), VMSFee: z.number(), BillOvertime: z.boolean() })),
  Burdens: z.array(z.object({ ID: z.number(), Customer_ID: z.number(), State: z.string(), Burden: z.number() })),
  DegreePays: z.array(
    z.object({
      RecID: z.number(),
      MapExternalObject_ID: z.string(),
      TargetName: z.string(),
      ObjectName: z.string(),
      PayRate: z.number().nullable(),
    }),
  ),
});
export type PaySettings = z.infer<typeof PaySettings>;

const example: PaySettings = {
  ID: 1,
  CalcType: 0,
  RegularPayRate: 35,
  TotalHoursPerW: 36,
  Fees: [{ ID: 3, Source: 'Medloop', VMSFee: 4.5, BillOvertime: true }],
  Burdens: [{ ID: 5, Customer_ID: 2, State: 'NV', Burden: 11.2 }],
  DegreePays: [{ RecID: 8, MapExternalObject_ID: '17', TargetName: 'Bullhorn', ObjectName: 'RN', PayRate: 38 }],
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
  about: 'Sets how pay is calculated.',
  args: z.object({
    id: z.coerce.number().int().min(0),
    cust: CustomerRef,
    CalcType: z.literal([0, 1], 'Choose a calculation type'),
    RegularPayRate: Rate.nullable().default(null),
    TotalHoursPerW: z.number().min(0).max(168, 'A week has 168 hours').nullable().default(null),
  }),
  reply: Saved,
  fails,
  needs: 'rates.edit',
  offline: 'online',
  example: { saved: true },
});

export const saveFee = endpoint('PUT /api/CustomerFee/:id/:cust', {
  about: 'Sets the fee of one source (its id): percent of the bill rate, and whether overtime is billed.',
  args: z.object({ id: z.coerce.number().int().positive(), cust: CustomerRef, VMSFee: Percent, BillOvertime: z.boolean() }),
  reply: Saved,
  fails,
  needs: 'rates.edit',
  offline: 'online',
  example: { saved: true },
});

export const listDegreePayTargets = endpoint('GET /api/CustomerPCDegreePay/targets/list/:cust', {
  about: 'Targets whose degrees can have pay rates.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(z.object({ ID: z.number(), TargetName: z.string() })),
  fails,
  needs: 'staging.read',
  offline: 'cached',
  example: [{ ID: 1, TargetName: 'Bullhorn' }],
});

export const saveDegreePay = endpoint('PUT /api/CustomerPCDegreePay/:cust', {
  about: 'Sets the pay rate of one degree of a target’s list (its RecID), in dollars an hour; null removes it.',
  args: z.object({ cust: CustomerRef, RecID: z.number().int().positive(), PayRate: Rate.nullable() }),
  reply: Saved,
  fails,
  needs: 'rates.edit',
  offline: 'online',
  example: { saved: true },
});

export const saveBurden = endpoint('PUT /api/CustomerPCBurdens/:id/:cust', {
  about: 'Sets the burden of one state, in percent of pay; id 0 adds it.',
  args: z.object({
    id: z.coerce.number().int().min(0),
    cust: CustomerRef,
    State: z.string().regex(/^[A-Z]{2}$/, 'Choose a state'),
    Burden: Percent,
  }),
  reply: Saved,
  fails,
  needs: 'rates.edit',
  offline: 'online',
  example: { saved: true },
});

export const payEndpoints = [readPaySettings, savePaySettings, saveFee, listDegreePayTargets, saveDegreePay, saveBurden];
