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

/** A customer's rules of one moment, read once for many jobs; `names` says how a rule is called in a job's history. */
export type Ruling = {
  readonly prepared: PreparedRules;
  readonly substitutions: readonly Substitution[];
  readonly names: ReadonlyMap<number, string>;
  /** What an AI answered to the rules; null where none of them asks one. */
  readonly answers: AiAnswers | null;
};

/** The day that it is for a customer, as rules know days. */
async function todayOf(db: Db | Tx, customerId: number, now: Date): Promise<string> {
  const customer = await db.selectFrom('customer').select('time_zone').where('id', '=', customerId).executeTakeFirst();
  return new Intl.DateTimeFormat('en-CA', { timeZone: customer?.time_zone ?? 'UTC' }).format(now);
}

/** Everything that rules need to run over jobs of a customer now. */
export async function rulingOf(db: Db | Tx, customerId: number, moment: Moment, now: Date): Promise<Ruling> {
  const rules = (await rulesOf(db, customerId)).filter(({ deleted, active }) => active && !deleted);
  return rulingWith(db, customerId, rules, { moment, now });
}

/** As `rulingOf`, with other rules than those kept: a draft under test, or inactive ones too. */
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
  // The pay setup is read for rules that ask it, not for every post.
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
