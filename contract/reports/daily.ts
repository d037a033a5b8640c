import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, CustomerRef, LocalDate } from '../kit/ids.ts';

/** Days that the dashboard shows, today among them. */
export const shownDays = 30;

/** What happened on one day of the customer's zone. Each job counts once in each figure. */
export const DayFigures = z.object({
  day: LocalDate,
  /** Jobs that were staged for the first time. */
  newJobs: Count,
  /** Jobs that left the status Open. */
  closedJobs: Count,
  /** Jobs that got a job order in a target. */
  postedJobs: Count,
});
export type DayFigures = z.infer<typeof DayFigures>;

export const readDays = endpoint('GET /api/reports/days/:cust', {
  about:
    'New, closed and posted jobs of the last 30 days in the customer’s zone. Days before the figures were kept are missing; the last one is today so far.',
  args: z.object({ cust: CustomerRef }),
  reply: z.object({ zone: z.string(), days: z.array(DayFigures) }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: { zone: 'America/New_York', days: [{ day: '2026-11-21', newJobs: 12, closedJobs: 3, postedJobs: 7 }] },
});

export const dailyEndpoints = [readDays] as const;
