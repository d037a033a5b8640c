import * as z from 'zod';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { type addJobAlert, blankTexts, type JobAlert, JobAlertDraft } from '#contract/support/job-alerts.ts';
import { alertTextProblem } from '#domain/job-alerts/alert-mail.ts';
import { timingOfAlert } from '#domain/job-alerts/alert-timing.ts';
import { applyLinkProblem } from '#domain/job-alerts/apply-link.ts';
import { clockWords, shortTiming } from '#domain/reports/schedules/timing.ts';
import { readTime } from '#src/ui/form/read-time.ts';

const { name, jobsInEmail, applyLink, emailText, smsText } = JobAlertDraft.shape;

const chosen = (problem: string) => z.string().min(1, problem).transform(Number);
const judged = (problemOf: (text: string) => string | null) => (text: string, issues: { addIssue: (words: string) => void }) => {
  const problem = problemOf(text);
  if (problem !== null) issues.addIssue(problem);
  return text;
};

/** What the form of an alert holds. */
export const AlertDraft = z
  .object({
    name,
    enabled: z.boolean(),
    targetId: chosen('Target is required'),
    configurationId: chosen(messages.alertConfigurationRequired),
    frequency: z.string().pipe(z.enum(['1', '2', '3'], 'Choose how often it is sent')),
    days: z.array(z.number()),
    day: z.number().nullable(),
    time: z.string().transform((typed, issues) => {
      const time = readTime(typed);
      if (time === null)
        issues.addIssue(typed.trim() === '' ? messages.alertTimeRequired : 'Enter a time such as 8:00 AM or 14:30');
      return time ?? '';
    }),
    jobsInEmail: z.number().nullable().pipe(jobsInEmail),
    applyLink: applyLink.unwrap().transform(judged(applyLinkProblem)),
    byDegree: z.boolean(),
    bySpecialty: z.boolean(),
    byPlace: z.boolean(),
    sendVia: z.string().pipe(z.enum(['email', 'sms', 'both'], 'Choose how it is sent')),
    emailText: emailText.unwrap().transform(judged(alertTextProblem)),
    smsText: smsText.unwrap().transform(judged(alertTextProblem)),
  })
  .check(({ value, issues }) => {
    const problem = (path: string, message: string) => issues.push({ code: 'custom', path: [path], message, input: value });
    for (const [field, words] of Object.entries(blankTexts(value))) problem(field, words);
    if (value.frequency === '2' && value.days.length === 0) problem('days', messages.alertDayRequired);
    if (value.frequency !== '3') return;
    if (value.day === null) problem('day', messages.alertDayRequired);
    else if (!Number.isInteger(value.day) || value.day < 1 || value.day > 31) problem('day', 'Enter a day from 1 to 31');
  });
export type AlertDraft = z.output<typeof AlertDraft>;

const firstText =
  'Hello #FIRST_NAME#,\n\nThese new jobs may suit you:\n\n#JOBS#\n\nAnswer this email if you have questions.\n\n#CUSTOMER_NAME#';

const firstSms = 'Hi #FIRST_NAME#, new jobs at #CUSTOMER_NAME#:\n#JOBS#';

/** The draft of an alert; of a new one for null: every Monday morning, the jobs that match degree and specialty. */
export const draftOf = (alert: JobAlert | null, targetId: number | null): z.input<typeof AlertDraft> => ({
  name: alert?.name ?? '',
  enabled: alert?.enabled ?? true,
  targetId: String(alert?.targetId ?? targetId ?? ''),
  configurationId: alert ? String(alert.configurationId) : '',
  frequency: alert ? (`${alert.frequency}` as const) : '2',
  days: alert?.frequency === 2 ? [...alert.days] : [1],
  day: alert?.frequency === 3 ? (alert.days[0] ?? 1) : 1,
  time: clockWords(alert?.time ?? '08:00'),
  jobsInEmail: alert?.jobsInEmail ?? 10,
  applyLink: alert?.applyLink ?? '',
  byDegree: alert?.byDegree ?? true,
  bySpecialty: alert?.bySpecialty ?? true,
  byPlace: alert?.byPlace ?? false,
  sendVia: alert?.sendVia ?? 'email',
  emailText: alert?.emailText || firstText,
  smsText: alert?.smsText || firstSms,
});

/** A draft as the calls have it. */
export const contentOf = ({ day, days, frequency, ...draft }: AlertDraft): Omit<SentArgsOf<typeof addJobAlert>, 'cust'> => ({
  ...draft,
  frequency: Number(frequency) as 1 | 2 | 3,
  days: frequency === '2' ? days : frequency === '3' ? [day ?? 1] : [],
});

/** When an alert is sent, in few words. */
export const alertTiming = (alert: JobAlert): string => shortTiming(timingOfAlert(alert));

type Tone = 'good' | 'warn' | 'neutral';

/** What an alert does now. */
export function alertState(alert: JobAlert): { readonly words: string; readonly tone: Tone } {
  if (!alert.enabled) return { words: 'Off', tone: 'neutral' };
  if (alert.pausedBecause !== '') return { words: 'Paused', tone: 'warn' };
  return alert.targetProblem === '' ? { words: 'On', tone: 'good' } : { words: 'Target cannot be asked', tone: 'warn' };
}

/** The last result in words; blank before the first. */
export const resultWords = ({ lastRun }: JobAlert): string =>
  lastRun === null ? '' : lastRun.state === 'waiting' ? 'Being sent' : lastRun.message;
