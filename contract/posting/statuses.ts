import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';

/** A status that a customer can give to jobs. Exactly one of a customer's statuses is the default. */
export const CustomerStatus = z.object({
  objId: z.number(),
  statusName: z.string().trim().min(1, 'Enter a name').max(100, 'Shorten this to 100 characters'),
  isDefault: z.boolean(),
});
export type CustomerStatus = z.infer<typeof CustomerStatus>;

const example: CustomerStatus = { objId: 3, statusName: 'Open', isDefault: true };
const cust = CustomerRef;
const fields = CustomerStatus.omit({ objId: true }).shape;

export const listStatuses = endpoint('GET /api/customerstatus/:cust', {
  about: 'The customer’s statuses, sorted by name.',
  args: z.object({ cust }),
  reply: z.array(CustomerStatus),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'session',
  offline: 'cached',
  example: [example],
});

export const listStatusChoices = endpoint('GET /api/customerstatus/list/:cust', {
  about: 'The same list under its second documented address.',
  args: z.object({ cust }),
  reply: z.array(CustomerStatus),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'session',
  offline: 'cached',
  example: [example],
});

export const readStatus = endpoint('GET /api/customerstatus/:cust/:id', {
  about: 'One of the customer’s statuses by its id.',
  args: z.object({ cust, id: Id }),
  reply: CustomerStatus,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'session',
  offline: 'cached',
  example,
});

const change = {
  reply: CustomerStatus,
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'targets.write',
  offline: 'online',
  example,
} as const;

export const addStatus = endpoint('POST /api/customerstatus/:cust', {
  about: 'Adds a status. The first one becomes the default; a new default replaces the old one.',
  args: z.object({ cust, ...fields }),
  ...change,
});

export const saveStatus = endpoint('PUT /api/customerstatus/:cust', {
  about: 'Renames a status or makes it the default. The default cannot be cleared, only replaced by another status.',
  args: z.object({ cust, objId: Id, ...fields }),
  ...change,
});

export const removeStatus = endpoint('DELETE /api/customerstatus/:cust/:id', {
  about: 'Permanently removes a status; refused as invalid for the default one.',
  args: z.object({ cust, id: Id }),
  ...change,
});

export const statusEndpoints = [listStatuses, listStatusChoices, readStatus, addStatus, saveStatus, removeStatus];
