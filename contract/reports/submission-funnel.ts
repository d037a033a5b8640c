import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { sortBy } from '../kit/sorting.ts';
import { rangeArgs, reportArgs, reportRows } from './report-lists.ts';

const count = z.number().int();

/** The submissions of one source by one person: how many reached each stage, and how many ended. */
export const FunnelRow = z.object({
  /** The submission target that the caregivers came from. */
  fromId: z.number(),
  source: z.string(),
  /** Who put the caregivers forward; null and blank for submissions of the ATS. */
  contactId: z.number().nullable(),
  contact: z.string(),
  /** All that were asked for, and those that are at no destination. */
  asked: count,
  notSent: count,
  sent: count,
  review: count,
  interview: count,
  offer: count,
  placed: count,
  refused: count,
  withdrawn: count,
});
export type FunnelRow = z.infer<typeof FunnelRow>;
export const funnelSorts = [
  'source',
  'contact',
  'asked',
  'notSent',
  'sent',
  'review',
  'interview',
  'offer',
  'placed',
  'refused',
  'withdrawn',
] as const;

export const reportSubmissionFunnel = endpoint('GET /api/reports/submissionfunnel/:cust', {
  about:
    'How far the submissions that were asked for in a range of days came, by source and recruiter: the last 90 days unless given. A stage counts every submission that reached it or a later one. A caller without the right to see everyone’s submissions gets their own.',
  args: z.object({ ...reportArgs, ...rangeArgs, sort: sortBy(FunnelRow, funnelSorts).default('source') }),
  reply: reportRows(FunnelRow),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'submissions.use',
  offline: 'online',
  example: {
    total: 1,
    rows: [
      {
        fromId: 3,
        source: 'Our Bullhorn',
        contactId: 4,
        contact: 'Ann Reyes',
        asked: 14,
        notSent: 1,
        sent: 13,
        review: 9,
        interview: 6,
        offer: 3,
        placed: 2,
        refused: 4,
        withdrawn: 1,
      },
    ],
  },
});

export const submissionFunnelEndpoints = [reportSubmissionFunnel];
