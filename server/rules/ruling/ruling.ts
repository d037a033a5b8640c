import type { StoredRule } from '#contract/rows/rule-rows.ts';
import type { PaySettings } from '#contract/rules/pay.ts';
import { preparationOn, readsPay } from '#domain/rules/grounds.ts';
import { type Moment, type PreparedRules, prepareRules } from '#domain/rules/prepare-rules.ts';
import { type Substitution, substitutions } from '#domain/rules/substitute.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { fieldFlags } from '../fields/field-definitions.ts';
import { paySetup } from '../pay/pay-setup.ts';
import { readSubstitutions } from '../substitutions/read-substitutions.ts';
import { type AiAnswers, aiAnswers } from './ai-answers.ts';
import { rulesOf } from './read-rules.ts';

/** A customer's rules for one moment, read once for many jobs. `names` are the rules' names, for job histories. */
export type Ruling = {
  readonly prepared: PreparedRules;
  readonly substitutions: readonly Substitution[];
  readonly names: ReadonlyMap<number, string>;
  /** AI answers for the rules; null if no rule asks an AI. */
  readonly answers: AiAnswers | null;
};

/** The current date in the customer's time zone, in the format of rules. */
async function todayOf(db: Db | Tx, customerId: number, now: Date): Promise<string> {
  const customer = await db.selectFrom('customer').select('time_zone').where('id', '=', customerId).executeTakeFirst();
  return new Intl.DateTimeFormat('en-CA', { timeZone: customer?.time_zone ?? 'UTC' }).format(now);
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
  const answers = await aiAnswers(db, customerId, rules, moment);
  const grounds = { today: await todayOf(db, customerId, now), flags: await fieldFlags(db) };
  const ports = { evenInactive, ...(answers && { answerOf: answers.answerOf }) };
  const prepare = (pay: PaySettings | null) => prepareRules(rules, { ...preparationOn({ ...grounds, pay }, moment), ...ports });
  // Read the pay setup only if a rule needs it, not for every post.
  const plain = prepare(null);
  const asksPay = plain.rules.some((rule) => readsPay(rule) || rule.rule.actionType === 8);
  const prepared = asksPay ? prepare(await paySetup(db, customerId)) : plain;
  const kept = moment === 'collection' ? await readSubstitutions(db, customerId) : { rules: [], targets: [] };
  return {
    prepared,
    substitutions: substitutions(kept.rules, kept.targets),
    names: new Map(rules.map(({ id, name }) => [id, name])),
    answers,
  };
}
