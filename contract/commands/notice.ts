import * as z from 'zod';
import { RowId } from '../kit/ids.ts';

/** Arguments of the changes of notices, by wire name. `userId` is the sender. */
export const noticeCommandArgs = {
  'notice.dismiss.v1': z.object({ id: RowId, userId: RowId, dismissed: z.boolean() }),
} as const;
