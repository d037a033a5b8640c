import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';

/** What a rule says about the place that jobs come from. */
export type AssignmentPlace = Pick<AssignmentRuleRow, 'sourceId' | 'facilityId' | 'facilityName' | 'facilityText'>;

/** The facility that a rule names; null if it names none. */
export const facilityOf = ({ facilityId, facilityName, facilityText }: AssignmentPlace): string | null =>
  facilityText ?? (facilityId === null ? null : (facilityName ?? facilityId));

/** The place of a rule in a sentence: “Mercy Hospital”, “Medefis”, “Mercy Hospital at Medefis”. `source`: the name of its source. */
export function placeOf(rule: AssignmentPlace, source: string | null): string {
  const facility = facilityOf(rule);
  const from = rule.sourceId === null ? null : (source ?? 'a source');
  return facility !== null && from !== null ? `${facility} at ${from}` : (facility ?? from ?? 'nothing');
}
