import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone, Instant } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { newestOf } from '../kit/newest.ts';
import { wire } from '../kit/wire-names.ts';

const cust = CustomerRef;

/** Most alerts of a customer, most jobs in one email, and the longest texts. */
export const alertLimits = { alerts: 50, jobsInEmail: 50, name: 100, text: 5000, smsText: 500, link: 1000 } as const;

const jobsWords = `Enter a whole number of jobs from 1 to ${alertLimits.jobsInEmail}`;

/** What people set of an alert. */
const content = {
  name: wire(
    'Name',
    z.string().trim().min(1, 'Name is required').max(alertLimits.name, `Use at most ${alertLimits.name} characters`),
  ),
  enabled: wire('Enable', z.boolean().default(true)),
  targetId: wire('Target_ID', z.number('Target is required').int().positive('Target is required')),
  configurationId: wire(
    'ReportConfigurations_ID',
    z.number(messages.alertConfigurationRequired).int().positive(messages.alertConfigurationRequired),
  ),
  /** 1 every day, 2 on days of the week, 3 on a day of the month. */
  frequency: wire('Frequency', z.literal([1, 2, 3], 'Choose 1 (daily), 2 (weekly) or 3 (monthly)')),
  /** Weekly: days from Monday (1) to Sunday (7). Monthly: one day of the month; 31 is the last one. */
  days: wire(
    'DayOfWeek',
    z
      .array(z.number().int().min(1, 'Choose a day from 1 to 31').max(31, 'Choose a day from 1 to 31'))
      .max(7, 'Choose each day once')
      .transform((days) => [...new Set(days)].sort((a, b) => a - b))
      .default([]),
  ),
  time: wire(
    'OnTime',
    z
      .string(messages.alertTimeRequired)
      .regex(/^(?:([01]\d|2[0-3]):[0-5]\d|)$/, 'Write the time as HH:mm, such as 08:00')
      .min(1, messages.alertTimeRequired),
  ),
  jobsInEmail: wire(
    'JobsInEmail',
    z.number(messages.alertJobsRequired).int(jobsWords).min(1, jobsWords).max(alertLimits.jobsInEmail, jobsWords),
  ),
  /** An http or https address with placeholders such as `#JOB_ID#`; blank for emails without links. */
  applyLink: wire(
    'ApplyLinkTemplate',
    z.string().trim().max(alertLimits.link, `Use at most ${alertLimits.link} characters`).default(''),
  ),
  byDegree: wire('MatchingDegree', z.boolean().default(true)),
  bySpecialty: wire('MatchingSpecialty', z.boolean().default(true)),
  byPlace: wire('MatchingLocation', z.boolean().default(false)),
  sendVia: wire('SendAlertsVia', z.enum(['email', 'sms', 'both'], 'Choose email, sms or both').default('email')),
  /** Needed for text messages. Names, jobs and how to stop are filled in, so that a message is longer. */
  smsText: wire(
    'SmsText',
    z.string().trim().max(alertLimits.smsText, `Use at most ${alertLimits.smsText} characters`).default(''),
  ),
  /** Needed for emails. */
  emailText: wire(
    'EmailText',
    z
      .string()
      .trim()
      .max(alertLimits.text, `Use at most ${alertLimits.text.toLocaleString('en-US')} characters`)
      .default(''),
  ),
};

type Days = { readonly frequency: 1 | 2 | 3; readonly days: readonly number[] };

/** What is wrong with the days of an alert; null for nothing. */
function daysProblem({ frequency, days }: Days): string | null {
  if (frequency === 1) return null;
  if (days.length === 0) return messages.alertDayRequired;
  if (frequency === 3) return days.length === 1 ? null : 'Choose one day of the month';
  return days.every((day) => day <= 7) ? null : 'Choose days from 1 (Monday) to 7 (Sunday)';
}

type Texts = { readonly sendVia: 'email' | 'sms' | 'both'; readonly smsText: string; readonly emailText: string };

/** The fields of an alert's texts that are blank although they are sent, with what to do. */
export const blankTexts = ({ sendVia, smsText, emailText }: Texts): Partial<Record<'smsText' | 'emailText', string>> => ({
  ...(sendVia !== 'sms' && emailText === '' && { emailText: 'Write the text of the email' }),
  ...(sendVia !== 'email' && smsText === '' && { smsText: 'Write the text of the text message' }),
});

/** An alert as its form sends it. */
export const JobAlertDraft = z.object(content).check(({ value, issues }) => {
  const problems = { ...blankTexts(value), days: daysProblem(value) };
  for (const [field, message] of Object.entries(problems))
    if (message !== null) issues.push({ code: 'custom', path: [field], message, input: value });
});
export type JobAlertDraft = z.output<typeof JobAlertDraft>;

/**
 * Text messages of a run. waiting: not sent yet, or looked up. sent: Twilio has them. inDoubt: ended without an answer at least once.
 * unknown: given up in doubt. refused: refused for good. stopped: to someone who stopped them meanwhile. segments: of those that were sent.
 */
const SmsCounts = z.object({
  waiting: z.number(),
  sent: z.number(),
  inDoubt: z.number(),
  unknown: z.number(),
  refused: z.number(),
  stopped: z.number(),
  segments: z.number(),
});

/**
 * What became of an alert at one of its times, as counts. `sent`: at least one message was stored. `nothing`: there was no new job, or no
 * candidate to write to. `paused`: the alert cannot go on before somebody changes it.
 */
export const JobAlertRun = z.object({
  id: z.number(),
  dueAt: Instant,
  endedAt: Instant.nullable(),
  state: z.enum(['waiting', 'sent', 'nothing', 'failed', 'paused']),
  /** Jobs of the configuration that no earlier run had. */
  newJobs: z.number(),
  /** Candidates that the ATS has, those with a matching job, and those of them who want no alerts. */
  found: z.number(),
  matched: z.number(),
  unsubscribed: z.number(),
  /** Emails that wait, were sent, ended without an answer at least once, and were refused for good. */
  waiting: z.number(),
  sent: z.number(),
  inDoubt: z.number(),
  refused: z.number(),
  sms: SmsCounts,
  message: z.string(),
});
export type JobAlertRun = z.infer<typeof JobAlertRun>;

export const JobAlert = z.object({
  id: wire('ID', z.number()),
  ...content,
  configuration: z.string(),
  target: z.string(),
  /** Why the target cannot be asked for candidates; blank if it can. */
  targetProblem: z.string(),
  owner: z.string(),
  /** The time zone of its clock. */
  zone: z.string(),
  pausedBecause: z.string(),
  /** Null while it is off or paused. */
  nextAt: Instant.nullable(),
  lastRun: JobAlertRun.nullable(),
});
export type JobAlert = z.infer<typeof JobAlert>;

const run: JobAlertRun = {
  id: 9,
  dueAt: '2026-11-23T13:00:00.000Z',
  endedAt: '2026-11-23T13:00:02.000Z',
  state: 'sent',
  newJobs: 4,
  found: 210,
  matched: 12,
  unsubscribed: 1,
  waiting: 0,
  sent: 11,
  inDoubt: 0,
  refused: 0,
  sms: { waiting: 0, sent: 9, inDoubt: 1, unknown: 0, refused: 0, stopped: 1, segments: 14 },
  message: '4 new jobs went to 12 candidates by 11 emails and 10 text messages.',
};
const contentExample = {
  name: 'New ICU jobs',
  enabled: true,
  targetId: 1,
  configurationId: 4,
  frequency: 2 as const,
  days: [1, 4],
  time: '08:00',
  jobsInEmail: 5,
  applyLink: 'https://harborview.example/apply?job=#JOB_ID#',
  byDegree: true,
  bySpecialty: true,
  byPlace: false,
  sendVia: 'both' as const,
  smsText: 'Hello #FIRST_NAME#, new at #CUSTOMER_NAME#:\n#JOBS#',
  emailText: 'Hello #FIRST_NAME#,\n\nthese jobs may suit you:\n\n#JOBS#\n\n#CUSTOMER_NAME#',
};
const example: JobAlert = {
  id: 3,
  ...contentExample,
  configuration: 'Open ICU jobs',
  target: 'Bullhorn',
  targetProblem: '',
  owner: 'Ann Reyes',
  zone: 'America/New_York',
  pausedBecause: '',
  nextAt: '2026-11-26T13:00:00.000Z',
  lastRun: run,
};

const access = { needs: 'targets.write', offline: 'online' } as const;

export const listJobAlerts = endpoint('GET /api/customer/notifications/list/:cust', {
  about: 'The job alerts of a customer by name, with their next time and last result.',
  args: z.object({ cust }),
  reply: z.array(JobAlert),
  fails: ['forbidden', 'not_found'],
  needs: 'targets.write',
  offline: 'cached',
  example: [example],
});

export const readJobAlert = endpoint('GET /api/customer/notifications/:id/:cust', {
  about: 'One job alert.',
  args: z.object({ cust, id: Id }),
  reply: JobAlert,
  fails: ['forbidden', 'not_found'],
  ...access,
  example,
});

export const addJobAlert = endpoint('PUT /api/customer/notifications/:cust', {
  about: 'Adds a job alert. Its first message has the jobs that its configuration shows then.',
  args: JobAlertDraft.safeExtend({ cust }),
  reply: JobAlert,
  fails: ['invalid', 'forbidden', 'not_found'],
  ...access,
  example,
});

export const saveJobAlert = endpoint('POST /api/customer/notifications/:cust', {
  about: 'Changes a job alert. Saving starts a paused one again.',
  args: JobAlertDraft.safeExtend({ cust, id: wire('ID', Id) }),
  reply: JobAlert,
  fails: ['invalid', 'forbidden', 'not_found'],
  ...access,
  example,
});

export const removeJobAlert = endpoint('DELETE /api/customer/notification/:id/:cust', {
  about: 'Removes a job alert. Messages that wait are still sent.',
  args: z.object({ cust, id: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['forbidden', 'not_found'],
  ...access,
  example: { message: 'The alert “New ICU jobs” was removed' },
});

export const listJobAlertRuns = endpoint('GET /api/customer/notifications/:id/runs/:cust', {
  about: 'The last 50 results of a job alert, newest first.',
  args: z.object({ cust, id: Id }),
  reply: newestOf(JobAlertRun),
  fails: ['forbidden', 'not_found'],
  ...access,
  example: { total: 1, rows: [run] },
});

export const previewJobAlert = endpoint('POST /api/customer/notification/:id/html', {
  about:
    'The email and the text message of a job alert with its new jobs of this moment, to an example candidate, and its next three times. ID 0 previews one that is not saved. Saves and sends nothing.',
  args: JobAlertDraft.safeExtend({ id: IdOrNone, cust: cust.default('me') }),
  reply: z.object({
    /** Blank for text messages alone. */
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    /** Null for emails alone. A provider bills each segment. */
    sms: z.object({ text: z.string(), characters: z.number(), segments: z.number(), unicode: z.boolean() }).nullable(),
    newJobs: z.number(),
    next: z.array(Instant),
    zone: z.string(),
  }),
  fails: ['invalid', 'forbidden', 'not_found'],
  ...access,
  example: {
    subject: '4 new jobs – Harborview Staffing',
    html: '<p>Hello Ann …</p>',
    text: 'Hello Ann …',
    sms: { text: 'Hello Ann, …', characters: 212, segments: 2, unicode: false },
    newJobs: 4,
    next: ['2026-11-26T13:00:00.000Z', '2026-11-30T13:00:00.000Z', '2026-12-03T13:00:00.000Z'],
    zone: 'America/New_York',
  },
});

export const testJobAlert = endpoint('POST /api/customer/notification/:id/send/:cust', {
  about:
    'Sends the email and the text message of a saved job alert to the caller alone. No candidate gets it, and its next time stays as it is.',
  args: z.object({ cust, id: Id }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  ...access,
  example: { message: 'A test email is on its way to ann@harborview.example' },
});

/** Names an address in the emails that it gets. A wrong one gets a page that says so. */
const token = z.string().max(120);
const page = {
  reply: z.string(),
  needs: 'public',
  offline: 'online',
  raw: 'html',
  example: '<!doctype html><html lang="en"><head><title>Job alerts</title></head></html>',
} as const;

export const readStopPage = endpoint('GET /auth/jobalerts/:token', {
  ...page,
  about: 'The page where a candidate stops the job alerts of a customer. Reading it stops nothing.',
  args: z.object({ token }),
  fails: [],
});

export const stopJobAlerts = endpoint('POST /auth/jobalerts/:token', {
  ...page,
  about:
    'Stops the job alerts of a customer to the address of this link (`stop`, or `List-Unsubscribe=One-Click` of mail programs, RFC 8058), or sends them again (`again`).',
  args: z.object({
    token,
    answer: z.enum(['stop', 'again'], 'Choose stop or again').default('stop'),
    oneClick: wire('List-Unsubscribe', z.string().max(40).optional()),
  }),
  fails: ['invalid'],
});

export const jobAlertEndpoints = [
  listJobAlerts,
  readJobAlert,
  addJobAlert,
  saveJobAlert,
  removeJobAlert,
  listJobAlertRuns,
  previewJobAlert,
  testJobAlert,
  readStopPage,
  stopJobAlerts,
] as const;
