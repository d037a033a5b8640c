import * as z from 'zod';
import { RowId } from '../kit/ids.ts';

/** Arguments of the changes of sources, by wire name. */
export const sourceCommandArgs = {
  /** Sets the other names that feeds and files use for a source. */
  'source.alias.v1': z.object({ id: RowId, aliases: z.array(z.string().trim().min(1).max(100)).max(100) }),
  /** Sets the sub-sources that a source groups. */
  'source.group.v1': z.object({ id: RowId, members: z.array(RowId).max(200) }),
} as const;
