import type { PaySettings } from '#contract/rules/pay.ts';
import { definitionsOf, type FieldFlags } from '../fields/definitions.ts';
import { paySetupOf } from '../pay/pay.ts';
import type { StatusBook } from '../statuses/expanded-status.ts';
import { paySupplements } from './actions/pay-supplements.ts';
import { knownSupplements, supplementsIn } from './actions/supplement.ts';
import type { Moment, Preparation } from './prepare-rules.ts';

/**
 * What rules need beyond the jobs, as plain data: the service reads it, a device receives it and passes it to its worker. Both
 * prepare rules from it in the same way, so that a test on a device gives the service's result.
 */
export type RuleGrounds = {
  /** The customer's local day, `yyyy-MM-dd`. */
  readonly today: string;
  /** The source of supplemental lists and pay fields. Null if not known or not needed. */
  readonly pay: PaySettings | null;
  /** Flags by which administrators restrict when a field may be used. */
  readonly flags: readonly FieldFlags[];
  /** What statuses of vendors mean to the customer. Without it, the expanded status is empty. */
  readonly statuses?: StatusBook;
};

export const preparationOn = ({ today, pay, flags, statuses }: RuleGrounds, moment: Moment): Preparation => ({
  moment,
  today,
  supplementsOf: pay ? supplementsIn(paySupplements(pay)) : knownSupplements,
  pay: pay && paySetupOf(pay),
  ...(statuses && { statuses }),
  definitions: definitionsOf(flags),
});
