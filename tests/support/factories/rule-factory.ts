import type { RuleDraft, StoredRule } from '#contract/rows/rule-rows.ts';

/** A rule draft for tests: sets the bill rate of every job. */
export const aDraft = (over: Partial<RuleDraft> = {}): RuleDraft => ({
  name: 'Bill rate 100',
  source: '',
  actionType: 1,
  fieldId: 17,
  variable: null,
  operand: '100',
  table: null,
  workType: null,
  sourceId: null,
  ord: 10,
  global: false,
  runOnExport: false,
  appliedToCancelledJobs: false,
  active: true,
  adminsOnly: false,
  disableAfterOn: null,
  ...over,
});

/** The same rule as a stored row. */
export const aStoredRule = (over: Partial<StoredRule> = {}): StoredRule => ({
  ...aDraft(),
  id: 21,
  ref: null,
  deleted: false,
  purged: false,
  version: 1,
  by: 'Ben',
  at: '2026-11-01T00:00:00.000Z',
  ...over,
});
