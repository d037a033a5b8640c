import * as z from 'zod';

/** Arguments of the changes of sources, by wire name. */
export const sourceCommandArgs = {
  /** Sets the other names that feeds and files use for a source. */
  'source.alias.v1': z.object({ id: z.number().int(), aliases: z.array(z.string().trim().min(1).max(100)).max(100) }),
  /** Sets the sub-sources that a source groups. */
  'source.group.v1': z.object({ id: z.number().int(), members: z.array(z.number().int().positive()).max(200) }),
} as const;
