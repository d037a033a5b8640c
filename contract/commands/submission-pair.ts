import { pairContent } from '../submissions/pair-content.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const { targetId, degreeId, specialtyId } = pairContent;

/** Arguments of the changes of steps of a mapping, by wire name. A removal names the entries for its sentence. */
export const submissionPairCommandArgs = {
  'submissionPair.save.v1': CreatedRow.extend(pairContent),
  'submissionPair.remove.v1': CreatedRow.extend({ targetId, degreeId, specialtyId }),
  'submissionPair.restore.v1': RestoredRow.extend(pairContent),
} as const;
