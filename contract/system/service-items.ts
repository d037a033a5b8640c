import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Id, IdOrNone, Instant, Integer } from '../kit/ids.ts';

/** An operating value that an administrator set. */
export const ServiceItem = z.object({
  id: z.number(),
  code: z.string(),
  /** A switch is 0 or 1. */
  value: z.number(),
  /** Null for all customers. */
  customerId: z.number().nullable(),
  customer: z.string().nullable(),
  /** Who set it. */
  by: z.string(),
  at: Instant,
});
export type ServiceItem = z.infer<typeof ServiceItem>;

const example: ServiceItem = {
  id: 3,
  code: 'collection.minimumMinutes',
  value: 15,
  customerId: 2,
  customer: 'Harborview Staffing',
  by: 'Marcus Bell',
  at: '2026-11-21T09:30:00.000Z',
};

export const listServiceItems = endpoint('GET /api/serviceSettingItems', {
  about: 'All service items that are set, by code: those for all customers first. A code without an item has its default.',
  args: z.object({}),
  reply: z.array(ServiceItem),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
  example: [example],
});

export const readServiceItem = endpoint('GET /api/editServiceItemSettings/:id', {
  about: 'One service item. 0 is a new one: null.',
  args: z.object({ id: IdOrNone }),
  reply: ServiceItem.nullable(),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const saveServiceItem = endpoint('POST /api/editServiceItemSettings/update', {
  about:
    'Sets a service item; id 0 adds one. It acts at once, without a restart. Unknown codes and values outside their range are refused.',
  args: z.object({
    id: IdOrNone,
    code: z.string().max(100, 'Shorten this to 100 characters'),
    value: Integer,
    customerId: Id.nullable(),
  }),
  reply: ServiceItem,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const removeServiceItem = endpoint('POST /api/removeServiceItem/:id', {
  about: 'Removes a service item: its code has the value for all customers again, or its default.',
  args: z.object({ id: Id }),
  reply: ServiceItem,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const serviceItemEndpoints = [listServiceItems, readServiceItem, saveServiceItem, removeServiceItem];
