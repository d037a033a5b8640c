import type { CommandArgs } from '#contract/commands/commands.ts';
import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import type { AssignmentPlace } from '#domain/assignments/assignment-words.ts';
import { facilityOf, placeOf } from '#domain/assignments/assignment-words.ts';
import { refused, rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';
import type { RowNames } from '../kit/wording.ts';

export const removedAssignment = 'This assignment was removed.';

/** The common part of changes of one assignment rule. */
export const assignmentChange = {
  ...wholeRow('assignmentRule'),
  area: 'jobs',
  heading: 'assignments',
  shownOn: 'assignments',
  // Who may assign jobs by hand and administers the agency.
  needs: () => ['targets.write', 'jobs.hold'] as const,
  forbidden: 'standard',
  refs: [rowNamed('assignmentRule', 'names')],
  reads: () => [],
} as const;

type Asked = AssignmentPlace & Pick<AssignmentRuleRow, 'person'>;

/** The place and the person of a rule in a sentence. */
export const saidOf = (asked: Asked, names: RowNames): { readonly place: string; readonly person: string } => ({
  place: placeOf(asked, asked.sourceId === null ? null : names.of('source', [asked.sourceId])),
  person: asked.person,
});

/** Why a rule cannot say this; null if it can. */
export function assignmentProblem(asked: AssignmentPlace) {
  if (asked.facilityId !== null && asked.facilityText !== null)
    return { ...invalid('Name the facility by the ATS or by the vendor’s text, not by both.', 'facilityText') };
  if (asked.sourceId === null && facilityOf(asked) === null) return invalid('Choose a source, a facility or both.', 'sourceId');
  return null;
}

const invalid = (message: string, field: string) => {
  const { error } = refused('invalid', message);
  return { ok: false, error: { ...error, field } } as const;
};

/** The arguments that restore a rule. `version` is the version of the row they replace. */
const assignmentBack = (
  { id, ref, position, userId, person, sourceId, facilityId, facilityName, facilityText, enabled }: AssignmentRuleRow,
  version: number,
): CommandArgs<'assignmentRule.restore.v1'> => ({
  id,
  ref,
  version,
  position,
  userId,
  person,
  sourceId,
  facilityId,
  facilityName,
  facilityText,
  enabled,
});

/** The changes that undo saving, removing and restoring. */
export const assignmentUndo = wholeRowUndo('assignmentRule', {
  remove: ({ id, ref }: CommandArgs<'assignmentRule.remove.v1'>) => ({ name: 'assignmentRule.remove.v1', args: { id, ref } }),
  restore: (row, version) => ({ name: 'assignmentRule.restore.v1', args: assignmentBack(row, version) }),
});
