import * as z from 'zod';
import { Instant } from '../kit/ids.ts';

/**
 * The lowest rates that a customer accepts, one row at most. Money is in US dollars per hour; `marginPercent` is in percent of
 * the bill rate. A figure that is null has no floor; a row without any figure is removed. `preventsPosting`: jobs below the floor
 * are not posted until a person accepts their rate; otherwise they are only marked.
 */
export const RateFloorRow = z.object({
  id: z.number(),
  billRate: z.number().nullable(),
  marginPerHour: z.number().nullable(),
  marginPercent: z.number().nullable(),
  preventsPosting: z.boolean(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  /** Always null: the row has the same id on each device. */
  ref: z.uuid().nullable(),
  /** Removed: a tombstone as soon as the service has the change. */
  purged: z.boolean(),
});
export type RateFloorRow = z.infer<typeof RateFloorRow>;
