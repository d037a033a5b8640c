import { RuleDraft, type RuleRow } from '#contract/rows/rule-rows.ts';
import { blankRule } from '#domain/rules/blank-rule.ts';

/** A new, blank rule. Orders go up in steps of ten, so that a rule fits in between. */
export const newRule = (ord: number): RuleDraft => ({ ...blankRule, active: true, ord });

/** The fields of a rule that users write, without its bookkeeping. */
export function draftOf(rule: RuleRow): RuleDraft {
  const keys = Object.keys(RuleDraft.shape) as (keyof RuleDraft)[];
  return Object.fromEntries(keys.map((key) => [key, rule[key]])) as RuleDraft;
}
