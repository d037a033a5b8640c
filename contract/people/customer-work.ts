import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, CustomerRef, Instant } from '../kit/ids.ts';
import { TaskRow } from '../rows/rows.ts';

const ofCustomer = { customerId: z.number(), customer: z.string() };

/** A post that is not done. `failed` and `human` wait for a person; the others are under way. */
export const WaitingPost = z.object({
  ...ofCustomer,
  jobId: z.number(),
  /** The vendor's number of the job. */
  providerJobId: z.string(),
  targetId: z.number(),
  target: z.string(),
  state: z.enum(['failed', 'human', 'unknown', 'sending', 'wanted']),
  /** What the target answered, as the job shows it. */
  words: z.string().nullable(),
  /** When the post came into this state. */
  since: Instant,
});
export type WaitingPost = z.infer<typeof WaitingPost>;

/** A task as its own customer sees it. */
export const CustomerTask = z.object({ ...ofCustomer, ...TaskRow.shape });
export type CustomerTask = z.infer<typeof CustomerTask>;

/** A device in use with unsent changes. */
export const UnsentDevice = z.object({
  ...ofCustomer,
  clientId: z.string(),
  userName: z.string(),
  label: z.string(),
  unsent: Count,
  oldestUnsentAt: Instant.nullable(),
  seenAt: Instant,
});
export type UnsentDevice = z.infer<typeof UnsentDevice>;

/** Rows that a list of the reply has at most. */
export const mostWork = 500;

/** The first `mostWork` rows of a list, those that need somebody first, and the number of all. */
const listOf = <R extends z.ZodType>(row: R) => z.object({ total: Count, rows: z.array(row) });

export const readCustomerWork = endpoint('GET /api/customers/work/:cust', {
  about: 'Posts that failed or wait, tasks, and devices with unsent changes of every customer, those that need somebody first.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ posts: listOf(WaitingPost), tasks: listOf(CustomerTask), devices: listOf(UnsentDevice) }),
  fails: ['forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: {
    posts: {
      total: 1,
      rows: [
        {
          customerId: 2,
          customer: 'Harborview Staffing',
          jobId: 71,
          providerJobId: 'B-71',
          targetId: 1,
          target: 'Bullhorn',
          state: 'failed',
          words: 'Bullhorn refused the job: the start date is in the past.',
          since: '2026-11-21T08:00:00.000Z',
        },
      ],
    },
    tasks: { total: 0, rows: [] },
    devices: {
      total: 1,
      rows: [
        {
          customerId: 2,
          customer: 'Harborview Staffing',
          clientId: 'd1',
          userName: 'Dana Reyes',
          label: 'Chrome on Windows',
          unsent: 3,
          oldestUnsentAt: '2026-11-21T07:00:00.000Z',
          seenAt: '2026-11-21T07:30:00.000Z',
        },
      ],
    },
  },
});

export const customerWorkEndpoints = [readCustomerWork] as const;
