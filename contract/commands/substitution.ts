import * as z from 'zod';
import { RowOrLocalId } from '../kit/ids.ts';
import { SubstitutionType } from '../rows/rule-rows.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const Target = { objectType: SubstitutionType, name: z.string().trim().max(200) };
const Rule = {
  objectType: SubstitutionType,
  rule: z.string().max(500),
  targetId: RowOrLocalId,
  /** The target's UUID, if the device also created the target and does not have its id yet. */
  targetRef: z.uuid().nullable(),
  caseSensitive: z.boolean(),
};

/** Arguments of the changes of substitutions, by wire name. */
export const substitutionCommandArgs = {
  'substitutionTarget.save.v1': CreatedRow.extend(Target),
  'substitutionTarget.remove.v1': CreatedRow,
  'substitutionTarget.restore.v1': RestoredRow.extend(Target),
  'substitutionRule.save.v1': CreatedRow.extend(Rule),
  'substitutionRule.remove.v1': CreatedRow,
  'substitutionRule.restore.v1': RestoredRow.extend(Rule),
} as const;
