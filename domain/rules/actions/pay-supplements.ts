import type { PaySettings } from '#contract/rules/pay.ts';
import type { SupplementLists } from './supplement.ts';

/**
 * The pay setup as lists of supplemental data: `Burdens` by state (percent), `Fees` by source (percent, and whether overtime is
 * billed), `Degree Pay` by the ATS's degree (money an hour). A degree without a rate has no line.
 */
export const paySupplements = ({
  Burdens,
  Fees,
  DegreePays,
}: Pick<PaySettings, 'Burdens' | 'Fees' | 'DegreePays'>): SupplementLists => ({
  Burdens: Burdens.map(({ State, Burden }) => [State, { Burden }]),
  Fees: Fees.map(({ Source, VMSFee, BillOvertime }) => [Source, { VMSFee, BillOvertime }]),
  'Degree Pay': DegreePays.flatMap(({ ObjectName, PayRate }) => (PayRate === null ? [] : [[ObjectName, { PayRate }] as const])),
});
