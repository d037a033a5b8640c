import { RuleDraft, type RuleRow } from '#contract/rows/rule-rows.ts';
import { blankRule } from '#domain/rules/blank-rule.ts';

/** A new rule before anyone wrote anything; rules run in steps of ten, so that one fits between. */
export const newRule = (ord: number): RuleDraft => ({ ...blankRule, active: true, ord });

/** What a person writes of a rule, apart from its bookkeeping. */
export function draftOf(rule: RuleRow): RuleDraft {
  const keys = Object.keys(RuleDraft.shape) as (keyof RuleDraft)[];
  return Object.fromEntries(keys.map((key) => [key, rule[key]])) as RuleDraft;
}
