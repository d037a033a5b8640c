import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { LongWork, queuedWork } from '../system/long-work.ts';

const place = { cust: CustomerRef, source: Id };

export const checkCancel = endpoint('GET /api/admin/checkcancel/:cust/:source', {
  about: 'Counts the jobs of a source that a cancellation would change, and what they are.',
  args: z.object(place),
  reply: z.object({
    source: z.string(),
    /** Open jobs of the source: what a cancellation changes. */
    open: z.number(),
    /** Open jobs that an ATS has. Their posts are closed there. */
    posted: z.number(),
    /** Open jobs that are on hold or hidden; they are canceled too. */
    held: z.number(),
    hidden: z.number(),
    /** Jobs that are canceled already, and stay as they are. */
    canceled: z.number(),
  }),
  fails: ['not_found', 'forbidden'],
  needs: 'admin',
  offline: 'online',
  example: { source: 'Medloop', open: 1200, posted: 800, held: 12, hidden: 3, canceled: 240 },
});

export const cancelOrders = endpoint('POST /api/admin/cancelorders/:cust/:source', {
  about:
    'Cancels every open job of a source by hand. Long work with undo: returns the queued run. A wrong password changes nothing and ends the session.',
  args: z.object({ ...place, password: z.string().min(1, 'Enter your password').max(200) }),
  reply: LongWork,
  fails: ['invalid', 'not_found', 'forbidden', 'conflict'],
  needs: 'admin',
  offline: 'online',
  example: queuedWork({ id: 5, kind: 'cancel-orders', name: 'Cancel the open orders of Medloop', total: 1200, subjectId: 3 }),
});

export const cancelOrdersEndpoints = [checkCancel, cancelOrders];
