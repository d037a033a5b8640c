import * as z from 'zod';
import { IdOrNone, RowId } from '../kit/ids.ts';
import { submissionLimits } from '../submissions/words.ts';
import { CreatedRow } from './row-ids.ts';

const key = z.string().trim().max(submissionLimits.key, `Use at most ${submissionLimits.key} characters`);

/**
 * Arguments of the changes of submissions, by wire name. Of the caregiver they hold the id in the source alone. `ownerId` is who asks. A job
 * that Jobdock does not know has `jobId` 0 and is named by `providerJobId`.
 */
export const submissionCommandArgs = {
  'submission.send.v1': CreatedRow.extend({
    ownerId: RowId,
    fromId: RowId,
    toId: RowId,
    jobId: IdOrNone,
    providerJobId: key,
    caregiverId: key.min(1, 'Enter the caregiver ID'),
  }),
  'submission.resend.v1': CreatedRow,
} as const;
