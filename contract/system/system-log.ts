import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

const LogLine = z.object({
  id: z.number(),
  at: Instant,
  level: z.enum(['info', 'warning', 'error', 'fatal']),
  /** The computer and process that wrote it. */
  process: z.string(),
  /** The call, job or run that it is about; blank for the service as a whole. */
  area: z.string(),
  /** The name of the customer that it is about. */
  customer: z.string().nullable(),
  words: z.string(),
  /** The id of an error as people see it in the app. */
  errorId: z.string().nullable(),
});
export type LogLine = z.infer<typeof LogLine>;

const Lines = newestOf(LogLine);
const example: z.infer<typeof Lines> = {
  total: 1,
  rows: [
    {
      id: 1,
      at: '2026-11-21T00:00:00.000Z',
      level: 'error',
      process: 'app-1 4180',
      area: '/api/staging/:cust',
      customer: 'Lakeside Staffing',
      words: 'a call failed (DatabaseError)',
      errorId: 'req-1f',
    },
  ],
};

const read = {
  reply: Lines,
  fails: ['invalid', 'forbidden'],
  needs: 'admin.system',
  offline: 'cached',
  example,
} as const;

export const readSystemLog = endpoint('GET /api/admin/syslog/:date', {
  about:
    'What the processes of the service logged on a day (MM-DD-YYYY or MMDDYYYY, in UTC), newest first, at most 2,000 lines. Lines are kept for 30 days and hold no secrets.',
  args: z.object({
    date: z
      .string()
      .trim()
      .regex(/^\d{2}(-?)\d{2}\1\d{4}$/, 'Write the day as MM-DD-YYYY'),
  }),
  ...read,
});

export const readSystemLogOfDay = endpoint('GET /api/admin/syslog/:month/:day/:year', {
  about: 'The same for a day that is written with slashes, as people write it: MM/DD/YYYY.',
  args: z.object({
    month: z.string().regex(/^\d{1,2}$/, 'Write the month as MM'),
    day: z.string().regex(/^\d{1,2}$/, 'Write the day as DD'),
    year: z.string().regex(/^\d{4}$/, 'Write the year as YYYY'),
  }),
  ...read,
});

export const systemLogEndpoints = [readSystemLog, readSystemLogOfDay];
