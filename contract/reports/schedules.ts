import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { wire } from '../kit/wire-names.ts';
import { MailAddress } from '../people/address.ts';

const cust = CustomerRef;

/** Most schedules that one person keeps at a customer. */
export const mostSchedules = 50;
/** Most further addresses of one schedule. */
export const mostAddresses = 10;
/** Largest threshold: reports have no more rows. */
export const mostThreshold = 10_000;

/** When a schedule sends, on the clock of its customer: see `domain/reports/schedules/timing.ts`. */
const timing = {
  frequency: wire('Frequency', z.enum(['daily', 'weekly', 'monthly'])),
  /** Days of the week of a weekly one: Monday is 1, Sunday 7. */
  days: wire(
    'DayOfWeek',
    z
      .array(z.number().int().min(1).max(7))
      .max(7, 'Choose each day once')
      .transform((days) => [...new Set(days)].sort((a, b) => a - b))
      .default([]),
  ),
  /** The day of the month of a monthly one; 31 is the last one. */
  day: wire('DayOfMonth', z.number().int().min(1, 'Choose a day from 1 to 31').max(31, 'Choose a day from 1 to 31').default(1)),
  time: wire('OnTime', z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Write the time as HH:mm, such as 08:00')),
};
const content = {
  configurationId: wire('ConfigurationID', Id),
  ...timing,
  file: wire('FileType', z.enum(['xlsx', 'csv']).default('xlsx')),
  /** Sends to the further addresses alone. */
  dontSendMe: wire('DontSendMe', z.boolean().default(false)),
  addresses: wire(
    'AdditionalEmail',
    z.array(MailAddress).max(mostAddresses, `Send to at most ${mostAddresses} further addresses`).default([]),
  ),
  /** Below this number of rows nothing is sent; 0 always sends. */
  threshold: wire(
    'NotificationThreshold',
    z.number().int().min(0, 'Write 0 or more').max(mostThreshold, `Write at most ${mostThreshold}`).default(0),
  ),
};
export const ScheduleContent = z.object(content).check(({ value, issues }) => {
  if (value.frequency === 'weekly' && value.days.length === 0)
    issues.push({ code: 'custom', path: ['days'], message: 'Choose at least one day', input: value });
  if (value.dontSendMe && value.addresses.length === 0)
    issues.push({ code: 'custom', path: ['addresses'], message: 'Name who gets it, or send it to yourself', input: value });
});
export type ScheduleContent = z.infer<typeof ScheduleContent>;

/** How a run ended: `sent`, `below` its threshold, `failed`, or `paused` the schedule; `waiting` until then. */
export const ScheduleRunState = z.enum(['waiting', 'sent', 'below', 'failed', 'paused']);

export const ScheduleRun = z.object({
  id: z.number(),
  /** The instant that it was due, and when it ended. */
  dueAt: Instant,
  endedAt: Instant.nullable(),
  state: ScheduleRunState,
  rows: z.number().nullable(),
  /** Mails that were handed to the mail server's queue. */
  mails: z.number(),
  message: z.string(),
  /** Sent by hand, not by the clock. */
  byHand: z.boolean(),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

export const Schedule = z.object({
  id: wire('ID', z.number()),
  ...content,
  configuration: wire('ConfigurationName', z.string()),
  report: z.string(),
  reportUrl: z.string(),
  ownerId: z.number(),
  owner: z.string(),
  /** The time zone of its clock. */
  zone: z.string(),
  /** Addresses that have not agreed yet; they get nothing until they do. */
  unconfirmed: z.array(z.string()),
  isPaused: z.boolean(),
  pausedBecause: z.string(),
  /** Null while paused. */
  nextAt: Instant.nullable(),
  lastRun: ScheduleRun.nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

const run = {
  id: 9,
  dueAt: '2026-11-23T13:00:00.000Z',
  endedAt: '2026-11-23T13:00:02.000Z',
  state: 'sent' as const,
  rows: 14,
  mails: 2,
  message: 'Sent to 2 people with 14 rows.',
  byHand: false,
};
const contentExample = {
  configurationId: 4,
  frequency: 'weekly' as const,
  days: [1, 4],
  day: 1,
  time: '08:00',
  file: 'xlsx' as const,
  dontSendMe: false,
  addresses: ['desk@harborview.example'],
  threshold: 1,
};
const example = {
  id: 3,
  ...contentExample,
  configuration: 'Active rules',
  report: 'Rule report',
  reportUrl: '/report_rules?cfid=4',
  ownerId: 5,
  owner: 'Ann Reyes',
  zone: 'America/New_York',
  unconfirmed: [],
  isPaused: false,
  pausedBecause: '',
  nextAt: '2026-11-26T13:00:00.000Z',
  lastRun: run,
};

export const listSchedules = endpoint('GET /api/reports/schedules/:cust', {
  about: 'The schedules of the caller’s reports by name; those of everyone for administrators.',
  args: z.object({ cust }),
  reply: z.array(Schedule),
  fails: ['not_found', 'forbidden'],
  needs: 'staging.read',
  offline: 'online',
  example: [example],
});

export const listScheduleRuns = endpoint('GET /api/reports/schedules/:cust/:id/runs', {
  about: 'The last 50 runs of a schedule, newest first.',
  args: z.object({ cust, id: Id }),
  reply: newestOf(ScheduleRun),
  fails: ['not_found', 'forbidden'],
  needs: 'staging.read',
  offline: 'online',
  example: { total: 1, rows: [run] },
});

export const saveSchedule = endpoint('POST /api/reports/schedules/:cust', {
  about:
    'Adds a schedule (ID 0) or changes one of the caller. A further address outside the caller’s own domain is asked by email first. Saving starts a paused schedule again.',
  args: ScheduleContent.safeExtend({ cust, id: wire('ID', IdOrNone.default(0)) }),
  reply: Schedule,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  example,
});

export const removeSchedule = endpoint('DELETE /api/reports/schedules/:cust/:id', {
  about: 'Removes a schedule: of the caller, or of anyone for administrators.',
  args: z.object({ cust, id: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  example: { message: 'The schedule of “Active rules” was removed' },
});

export const previewSchedule = endpoint('POST /api/reports/schedules/preview/:cust', {
  about:
    'What a schedule would send now, and the next three times: the mail, its rows and who would get it. Saves and sends nothing.',
  args: ScheduleContent.safeExtend({ cust }),
  reply: z.object({
    next: z.array(Instant),
    zone: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    rows: z.number(),
    /** Whether the threshold lets it be sent. */
    isSent: z.boolean(),
    to: z.array(z.string()),
    unconfirmed: z.array(z.string()),
    attached: z.string().nullable(),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  example: {
    next: ['2026-11-26T13:00:00.000Z', '2026-11-30T13:00:00.000Z', '2026-12-03T13:00:00.000Z'],
    zone: 'America/New_York',
    subject: 'Active rules: 14 rows',
    text: 'Rule report …',
    html: '<p>Rule report …</p>',
    rows: 14,
    isSent: true,
    to: ['ann@harborview.example'],
    unconfirmed: [],
    attached: 'active-rules-2026-11-25.xlsx',
  },
});

export const testSchedule = endpoint('POST /api/reports/schedules/test/:cust', {
  about: 'Sends what a schedule would send now to the caller alone, however many rows it has. Saves nothing.',
  args: ScheduleContent.safeExtend({ cust }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  example: { message: 'A test email is on its way to ann@harborview.example' },
});

export const sendScheduled = endpoint('POST /api/reports/actions/sendmail/:cust/:scheduleId', {
  about: 'Sends a schedule’s report now to everyone who gets it. Its next time stays as it is.',
  args: z.object({ cust, scheduleId: Id }),
  reply: ScheduleRun,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  example: { ...run, state: 'waiting', endedAt: null, rows: null, mails: 0, message: '', byHand: true },
});

/** Names an address in the emails that it gets. A wrong one gets a page that says so. */
const token = z.string().max(120);
const page = {
  reply: z.string(),
  needs: 'public',
  offline: 'online',
  raw: 'html',
  example: '<!doctype html><html lang="en"><head><title>Reports by email</title></head></html>',
} as const;

export const readAddressPage = endpoint('GET /auth/reportaddress/:token', {
  ...page,
  about:
    'The page where an address that no user has agrees to reports of a customer, or stops them. Answers 404 with a page for a link that is not valid.',
  args: z.object({ token }),
  fails: [],
});

export const answerAddressPage = endpoint('POST /auth/reportaddress/:token', {
  ...page,
  about: 'Agrees to emails of reports (`yes`), or stops them (`no`), and shows the page again.',
  args: z.object({ token, answer: z.enum(['yes', 'no'], 'Choose yes or no') }),
  fails: ['invalid'],
});

export const scheduleEndpoints = [
  listSchedules,
  listScheduleRuns,
  saveSchedule,
  removeSchedule,
  previewSchedule,
  testSchedule,
  sendScheduled,
  readAddressPage,
  answerAddressPage,
] as const;
