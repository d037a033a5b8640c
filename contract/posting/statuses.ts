import * as z from 'zod';
import { StatusName } from '../commands/customer-status.ts';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** A job status defined by a customer. Exactly one status of a customer is the default. */
export const CustomerStatus = z.object({
  id: wire('objId', z.number()),
  name: wire('statusName', StatusName),
  isDefault: z.boolean(),
});
export type CustomerStatus = z.infer<typeof CustomerStatus>;

const example: CustomerStatus = { id: 3, name: 'Open', isDefault: true };
const cust = CustomerRef;
const fields = CustomerStatus.omit({ id: true }).shape;

const list = {
  args: z.object({ cust }),
  reply: z.array(CustomerStatus),
  fails: ['invalid', 'not_found', 'forbidden'],
  needs: 'session',
  offline: 'cached',
} as const;

export const listStatuses = endpoint('GET /api/customerstatus/:cust', {
  about: 'The customer’s statuses, sorted by name.',
  ...list,
  example: [example],
});

export const listStatusChoices = endpoint('GET /api/customerstatus/list/:cust', {
  about: 'The customer’s statuses, sorted by name: the same list at its second documented address.',
  ...list,
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
  fails: ['invalid', 'not_found', 'forbidden', 'conflict', 'key_reused'],
  needs: 'targets.write',
  offline: 'online',
  example,
} as const;

export const addStatus = endpoint('POST /api/customerstatus/:cust', {
  about: 'Adds a status. The first status becomes the default. A new default replaces the previous one.',
  args: z.object({ cust, ...fields }),
  ...change,
});

export const saveStatus = endpoint('PUT /api/customerstatus/:cust', {
  about: 'Renames a status or makes it the default. `isDefault: false` does not change the default status.',
  args: z.object({ cust, id: wire('objId', Id), ...fields }),
  ...change,
});

export const removeStatus = endpoint('DELETE /api/customerstatus/:cust/:id', {
  about: 'Removes a status. The default status is refused as invalid, and so is one that vendors’ texts mean, with their names.',
  args: z.object({ cust, id: Id }),
  ...change,
});

export const statusEndpoints = [listStatuses, listStatusChoices, readStatus, addStatus, saveStatus, removeStatus];
