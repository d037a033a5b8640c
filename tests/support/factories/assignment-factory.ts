import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';

/** A rule that gives the jobs of Mercy Hospital to Ann. */
export const anAssignmentRule = (over: Partial<AssignmentRuleRow> = {}): AssignmentRuleRow => ({
  id: 1,
  position: 1,
  userId: 5,
  person: 'Ann',
  sourceId: null,
  facilityId: null,
  facilityName: null,
  facilityText: 'Mercy Hospital',
  enabled: true,
  version: 1,
  by: 'Ben',
  at: '2026-11-01T00:00:00.000Z',
  ref: null,
  purged: false,
  ...over,
});
