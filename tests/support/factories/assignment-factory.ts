import fc from 'fast-check';
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

/** Arguments of a rule, for properties of all changes. */
export const assignmentLine = {
  userId: fc.constantFrom(5, 6),
  person: fc.constantFrom('Ann', 'Ben'),
  sourceId: fc.constantFrom(null, 3),
  facilityId: fc.constant(null),
  facilityName: fc.constant(null),
  facilityText: fc.constantFrom(null, 'Mercy'),
  enabled: fc.boolean(),
  position: fc.constantFrom(1, 1.5, 3),
};
