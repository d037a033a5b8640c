import type { StoredRule, SubstitutionRuleRow, SubstitutionTargetRow } from '#contract/rows/rule-rows.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import type { RuleGrounds } from '#domain/rules/grounds.ts';
import { idleness, type Moment } from '#domain/rules/prepare-rules.ts';
import type { StatusBook } from '#domain/statuses/expanded-status.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { zoneOfCustomer } from '#server/people/customers/customer-zone.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { fieldFlags } from '../fields/field-definitions.ts';
import { paySetup } from '../pay/pay-setup.ts';
import { readSubstitutions } from '../substitutions/read-substitutions.ts';
import { aiAnswers } from './ai-answers.ts';
import type { KnownAnswers } from './known-answers.ts';
import { rulesOf } from './read-rules.ts';

/** A customer's rules for one moment with everything they need, as plain data that a worker thread can receive. */
export type Ruling = {
  readonly customerId: number;
  readonly moment: Moment;
  readonly rules: readonly StoredRule[];
  readonly grounds: RuleGrounds;
  readonly evenInactive: boolean;
  /** Substitutions and the names that they write. Empty on export. */
  readonly kept: { readonly rules: readonly SubstitutionRuleRow[]; readonly targets: readonly SubstitutionTargetRow[] };
  /** AI answers for the rules; null if no rule asks an AI. */
  readonly known: KnownAnswers | null;
};

/** The current date in the customer's time zone, in the format of rules. */
async function todayOf(db: Db | Tx, customerId: number, now: Date): Promise<string> {
  return dayIn(await zoneOfCustomer(db, customerId), now);
}

/** Everything needed to run a customer's active rules on jobs now. */
export async function rulingOf(db: Db | Tx, customerId: number, moment: Moment, now: Date): Promise<Ruling> {
  const rules = (await rulesOf(db, customerId)).filter(({ deleted, active }) => active && !deleted);
  return rulingWith(db, customerId, rules, { moment, now });
}

/** Like `rulingOf`, with the given rules instead of the stored active ones: an unsaved draft, or inactive ones too. */
export async function rulingWith(
  db: Db | Tx,
  customerId: number,
  rules: readonly StoredRule[],
  { moment, now, evenInactive = false }: { moment: Moment; now: Date; evenInactive?: boolean },
): Promise<Ruling> {
  const known = await aiAnswers(db, customerId, rules);
  const today = await todayOf(db, customerId, now);
  const flags = await fieldFlags(db);
  // Read only if a rule may need it, not for every post.
  const mayReadPay = rules.some((rule) => idleness(rule, { moment, today, evenInactive }) === null);
  const pay = mayReadPay ? await paySetup(db, customerId) : null;
  const kept = moment === 'collection' ? await readSubstitutions(db, customerId) : { rules: [], targets: [] };
  const statuses = rules.some(readsStatuses) ? await statusBook(db, customerId) : undefined;
  return { customerId, moment, rules, grounds: { today, flags, pay, ...(statuses && { statuses }) }, evenInactive, kept, known };
}

const expandedStatus = fieldKeyed('expandedStatus');

/** Whether a rule may read the expanded status, in its condition, its table or its action. Most rules do not, and a changed status then leaves their results. */
const readsStatuses = ({ source, operand, table }: StoredRule): boolean =>
  [source, operand ?? ''].some((text) => /expanded\s*status/i.test(text)) ||
  (table?.sources.some(({ fieldId }) => fieldId === expandedStatus?.id) ?? false) ||
  (table?.lines.some((line) => line.some((cell) => /expanded\s*status/i.test(cell))) ?? false);

/** What statuses of vendors mean to the customer. */
export async function statusBook(db: Db | Tx, customerId: number): Promise<StatusBook> {
  const [statuses, sources] = [await rowsOf(db, customerId, 'customerStatus'), await rowsOf(db, customerId, 'source')];
  return { statuses, sources: sources.map(({ id, expandedStatuses }) => ({ id, expandedStatuses })) };
}

/** True if any rule may run. If not, the caller need not read anything else for the rules. */
export const anyRuns = ({ rules, moment, evenInactive, grounds: { today } }: Ruling): boolean =>
  rules.some((rule) => idleness(rule, { moment, today, evenInactive }) === null);
