import * as z from 'zod';
import { Instant } from '../kit/ids.ts';

/**
 * What is known of a file that the service makes for a person in the background. `words`: how its work ended. `expired`: the days for which it
 * is kept are over.
 */
export const MadeFile = z.object({
  id: z.number(),
  /** The work that makes it. */
  runId: z.number().nullable(),
  state: z.enum(['working', 'ready', 'failed', 'stopped', 'expired']),
  words: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.number().nullable(),
  askedAt: Instant,
  madeAt: Instant.nullable(),
  keptUntil: Instant.nullable(),
});
export type MadeFile = z.infer<typeof MadeFile>;
