import type { PaySettings } from '#contract/rules/pay.ts';
import type { SupplementLists } from './supplement.ts';

/**
 * The pay setup as lists of supplemental data, under the names that operands of rules use: `Burdens` by state (percent), `Fees` by
 * source (percent, and whether overtime is billed), `Degree Pay` by the ATS's degree (money an hour). A degree without a rate has no
 * line.
 */
export const paySupplements = ({
  burdens,
  fees,
  degreePays,
}: Pick<PaySettings, 'burdens' | 'fees' | 'degreePays'>): SupplementLists => ({
  Burdens: burdens.map(({ state, burden }) => [state, { Burden: burden }]),
  Fees: fees.map(({ source, vmsFee, billOvertime }) => [source, { VMSFee: vmsFee, BillOvertime: billOvertime }]),
  'Degree Pay': degreePays.flatMap(({ name, payRate }) => (payRate === null ? [] : [[name, { PayRate: payRate }] as const])),
});
