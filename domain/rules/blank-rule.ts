import type { RuleDraft } from '#contract/rows/rule-rows.ts';

/** A new rule with nothing filled in: inactive, for every job, without a value. */
export const blankRule: RuleDraft = {
  name: '',
  source: '',
  actionType: 1,
  fieldId: null,
  variable: null,
  operand: null,
  table: null,
  workType: null,
  sourceId: null,
  ord: 0,
  global: false,
  runOnExport: false,
  appliedToCancelledJobs: false,
  active: false,
  adminsOnly: false,
  disableAfterOn: null,
};

const longestName = 200;

/** A copy of a rule for the same customer, inactive until someone turns it on. A copy of a global rule is not global. */
export function copyOf(rule: RuleDraft): RuleDraft {
  const ending = ' (copy)';
  return { ...rule, name: rule.name.slice(0, longestName - ending.length) + ending, active: false, global: false };
}
