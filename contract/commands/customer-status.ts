import * as z from 'zod';
import { CustomerStatusRow } from '../rows/customer-status.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

/** The name of a customer's own status. */
export const StatusName = z.string().trim().min(1, 'Enter a name').max(100, 'Shorten this to 100 characters');

/** Arguments of the changes of a customer's own statuses, by wire name. */
export const customerStatusCommandArgs = {
  /** `isDefault: false` leaves the default as it is. */
  'customerStatus.save.v1': CreatedRow.extend({ name: StatusName, isDefault: z.boolean() }),
  'customerStatus.remove.v1': CreatedRow,
  'customerStatus.restore.v1': RestoredRow.extend(CustomerStatusRow.pick({ standard: true, defaultAt: true }).shape).extend({
    name: StatusName,
  }),
} as const;
