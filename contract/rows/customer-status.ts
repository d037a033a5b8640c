import * as z from 'zod';
import { Instant } from '../kit/ids.ts';
import { jobValues } from './jobs.ts';

/**
 * A customer's own status of jobs. The default is the status with the latest `defaultAt` (`domain/statuses/expanded-status.ts`): so exactly one
 * is, also where two devices each choose another one. `standard` is the standard status whose jobs have this one where the customer
 * has not said what the vendor's text means; it stays when the status is renamed.
 */
export const CustomerStatusRow = z.object({
  id: z.number(),
  name: z.string(),
  standard: jobValues.status.nullable(),
  /** When it was last made the default; null if it never was. */
  defaultAt: Instant.nullable(),
  version: z.number().int(),
  by: z.string(),
  at: Instant,
  /** UUID from the device that created the row; null for rows created in the service. */
  ref: z.uuid().nullable(),
  /** Removed: not shown, and a tombstone as soon as the service has the change. */
  purged: z.boolean(),
});
export type CustomerStatusRow = z.infer<typeof CustomerStatusRow>;
