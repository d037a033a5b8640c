import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Instant, SentDate } from '../kit/ids.ts';

export const getStats = endpoint('GET /api/user/stats/:cust', {
  about: 'Figures of the dashboard: tasks by state, alerts, open jobs and positions per state and per work type.',
  args: z.object({ cust: CustomerRef, date: SentDate.optional() }),
  reply: z.object({
    tasks: z.object({ active: z.number(), customerDisabled: z.number(), systemDisabled: z.number() }),
    /** Tasks with an alert, since `date` if given: the number of all, and the newest 100. */
    alertCount: z.number(),
    alerts: z.array(z.object({ taskId: z.number(), name: z.string(), text: z.string(), date: Instant.nullable() })),
    states: z.array(z.object({ state: z.string(), jobs: z.number(), positions: z.number() })),
    workTypes: z.object({ travel: z.number(), permanent: z.number(), perDiem: z.number() }),
    statuses: z.record(z.string(), z.number()),
  }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: {
    tasks: { active: 2, customerDisabled: 1, systemDisabled: 0 },
    alertCount: 0,
    alerts: [],
    states: [{ state: 'WA', jobs: 12, positions: 18 }],
    workTypes: { travel: 10, permanent: 1, perDiem: 1 },
    statuses: { Open: 12 },
  },
});

export const countUnmapped = endpoint('GET /api/user/dashboard/unmappedjobs/:cust', {
  about: 'The number of open jobs with an unmapped text.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ count: z.number() }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'replicated',
  example: { count: 7 },
});

export const dashboardEndpoints = [getStats, countUnmapped];
