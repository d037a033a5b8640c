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
