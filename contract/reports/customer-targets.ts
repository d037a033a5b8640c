import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { MapKind, PostingMode, TargetRow } from '../rows/rows.ts';

/** A target of a customer, without its connection, and how many of its posts are in each state. */
const CustomerTarget = z.object({
  id: z.number(),
  target: z.string(),
  customerId: z.number(),
  customer: z.string(),
  /** The number of its kind and its name, such as Bullhorn. */
  typeId: z.number(),
  kind: z.string(),
  enabled: z.boolean(),
  posting: PostingMode,
  connection: TargetRow.shape.checkState,
  maps: z.array(MapKind),
  mappingRequired: z.boolean(),
  waiting: z.number(),
  doubtful: z.number(),
  refused: z.number(),
  done: z.number(),
  lastPostedAt: z.string().nullable(),
});

export const listCustomerTargets = endpoint('GET /api/customer/targets/list/:cust', {
  about:
    'The targets of a customer, or of all for administrators, with their posts by state: the report of customer targets. The first 10,000 by customer and name; `total` counts all.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ total: z.number(), rows: z.array(CustomerTarget) }),
  fails: ['not_found', 'forbidden'],
  needs: 'session',
  offline: 'cached',
  example: {
    total: 1,
    rows: [
      {
        id: 1,
        target: 'Bullhorn',
        customerId: 2,
        customer: 'Harborview Staffing',
        typeId: 8,
        kind: 'Bullhorn',
        enabled: true,
        posting: 'live',
        connection: 'ok',
        maps: ['facility', 'degree', 'specialty'],
        mappingRequired: true,
        waiting: 0,
        doubtful: 0,
        refused: 1,
        done: 40,
        lastPostedAt: '2026-11-20T12:00:00.000Z',
      },
    ],
  },
});

export const customerTargetEndpoints = [listCustomerTargets];
