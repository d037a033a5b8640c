import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, CustomerRef, Instant } from '../kit/ids.ts';
import { DayFigures } from '../rows/day-figures.ts';

/** What waits at one customer. Jobs count for the customer's first enabled target, as on its own screens. */
export const BoardRow = z.object({
  customerId: z.number(),
  name: z.string(),
  openJobs: Count,
  /** When a task last collected successfully; null if none ever did. */
  lastCollectedAt: Instant.nullable(),
  /** Tasks with an alarm, except ignored ones. */
  alarms: Count,
  /** Jobs whose post failed. */
  failedPosts: Count,
  /** Jobs whose post only a person can decide on. */
  undecidedPosts: Count,
  /** Open jobs that lack a mapping that the target needs. */
  unmappedJobs: Count,
  /** New, closed and posted jobs of the last day with kept figures, in the customer's zone. Null before figures were kept. */
  lastDay: DayFigures.nullable(),
  /** Devices in use with unsent changes, and since when the oldest of these waits. */
  unsentDevices: Count,
  oldestUnsentAt: Instant.nullable(),
});
export type BoardRow = z.infer<typeof BoardRow>;

export const readBoard = endpoint('GET /api/customers/board/:cust', {
  about: 'What waits at each customer: collection, failed posts, mapping, people’s decisions, devices with unsent work.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(BoardRow),
  fails: ['forbidden', 'not_found'],
  needs: 'admin',
  offline: 'cached',
  example: [
    {
      customerId: 2,
      name: 'Harborview Staffing',
      openJobs: 270,
      lastCollectedAt: '2026-11-21T08:00:00.000Z',
      alarms: 0,
      failedPosts: 1,
      undecidedPosts: 0,
      unmappedJobs: 86,
      lastDay: { day: '2026-11-20', newJobs: 12, closedJobs: 3, postedJobs: 7 },
      unsentDevices: 1,
      oldestUnsentAt: '2026-11-21T07:00:00.000Z',
    },
  ],
});

export const customerBoardEndpoints = [readBoard] as const;
