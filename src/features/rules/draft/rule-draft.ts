import { RuleDraft, type RuleRow } from '#contract/rows/rule-rows.ts';

/** A new rule before anyone wrote anything; rules run in steps of ten, so that one fits between. */
export const newRule = (ord: number): RuleDraft => ({
  name: '',
  source: '',
  actionType: 1,
  fieldId: null,
  variable: null,
  operand: null,
  table: null,
  workType: null,
  sourceId: null,
  ord,
  global: false,
  runOnExport: false,
  appliedToCancelledJobs: false,
  active: true,
  adminsOnly: false,
  disableAfterOn: null,
});

/** What a person writes of a rule, apart from its bookkeeping. */
export function draftOf(rule: RuleRow): RuleDraft {
  const keys = Object.keys(RuleDraft.shape) as (keyof RuleDraft)[];
  return Object.fromEntries(keys.map((key) => [key, rule[key]])) as RuleDraft;
}
