import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef } from '../kit/ids.ts';
import { DayFigures } from '../rows/day-figures.ts';

/** Days that the dashboard shows, today among them. */
export const shownDays = 30;

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
