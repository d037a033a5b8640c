import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const Text = z.string().trim().min(1).max(300).nullable();
const Position = z.number().min(-1e9).max(1e9);

/** What a rule says, without its place in the order. */
const Assignment = {
  userId: RowId,
  person: z.string().trim().min(1).max(200),
  sourceId: RowId.nullable(),
  facilityId: Text,
  facilityName: Text,
  facilityText: Text,
  enabled: z.boolean(),
};

/** Arguments of the changes of assignment rules, by wire name. */
export const assignmentRuleCommandArgs = {
  /** `position` is the place of a new rule; a rule that exists keeps its own. */
  'assignmentRule.save.v1': CreatedRow.extend({ ...Assignment, position: Position }),
  'assignmentRule.move.v1': CreatedRow.extend({ position: Position }),
  'assignmentRule.remove.v1': CreatedRow,
  'assignmentRule.restore.v1': RestoredRow.extend({ ...Assignment, position: Position }),
} as const;
