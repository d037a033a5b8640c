import type { StoredRule } from '#contract/rule-rows.ts';
import { paySupplements } from '#domain/pay/pay-supplements.ts';
import { type Moment, type PreparedRules, prepareRules } from '#domain/rules/prepare-rules.ts';
import { type Substitution, substitutions } from '#domain/rules/substitute.ts';
import { supplementsIn } from '#domain/rules/supplement.ts';
import type { Db, Tx } from '../db/connection.ts';
import { type AiAnswers, aiAnswers } from './ai-answers.ts';
import { fieldDefinitions } from './field-definitions.ts';
import { paySetup } from './pay-setup.ts';
import { rulesOf } from './read-rules.ts';
import { readSubstitutions } from './read-substitutions.ts';

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
  const today = await todayOf(db, customerId, now);
  const lists = rules.some(({ actionType }) => actionType === 8) ? paySupplements(await paySetup(db, customerId)) : null;
  const answers = await aiAnswers(db, customerId, rules);
  const prepared = prepareRules(rules, {
    moment,
    today,
    evenInactive,
    definitions: await fieldDefinitions(db),
    ...(answers && { answerOf: answers.answerOf }),
    ...(lists && { supplementsOf: supplementsIn(lists) }),
  });
  const kept = moment === 'collection' ? await readSubstitutions(db, customerId) : { rules: [], targets: [] };
  return {
    prepared,
    substitutions: substitutions(kept.rules, kept.targets),
    names: new Map(rules.map(({ id, name }) => [id, name])),
    answers,
  };
}
