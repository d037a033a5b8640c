import * as z from 'zod';
import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { MailAddress } from '#contract/people/address.ts';
import { mostAddresses, mostThreshold, type Schedule, type saveSchedule } from '#contract/reports/schedules.ts';
import { clockWords, thresholdPresets } from '#domain/reports/schedules/timing.ts';
import { readTime } from '#src/ui/form/read-time.ts';

/** The choice of a number that is none of the usual ones. */
export const otherNumber = 'other';

/** A number that must be filled in. */
const wholeNumber = (min: number, max: number, problem: string) =>
  z
    .number()
    .nullable()
    .refine((number) => number !== null && Number.isInteger(number) && number >= min && number <= max, problem)
    .transform((number) => number ?? min);

/** What the form of a schedule holds. */
export const ScheduleDraft = z
  .object({
    frequency: z.string().pipe(z.enum(['daily', 'weekly', 'monthly'], 'Choose how often it is sent')),
    days: z.array(z.number()),
    day: wholeNumber(1, 31, 'Enter a day from 1 to 31'),
    time: z.string().transform((typed, issues) => {
      const time = readTime(typed);
      if (time === null) issues.addIssue('Enter a time such as 8:00 AM or 14:30');
      return time ?? '';
    }),
    file: z.string().pipe(z.enum(['xlsx', 'csv'], 'Choose a file')),
    sendMe: z.boolean(),
    addresses: z.array(MailAddress).max(mostAddresses, `Send to at most ${mostAddresses} further addresses`),
    preset: z.string().min(1, 'Choose when it is sent'),
    threshold: wholeNumber(0, mostThreshold, `Enter a number of rows from 0 to ${mostThreshold.toLocaleString('en-US')}`),
  })
  .check(({ value, issues }) => {
    if (value.frequency === 'weekly' && value.days.length === 0)
      issues.push({ code: 'custom', path: ['days'], message: 'Choose at least one day', input: value });
    if (!value.sendMe && value.addresses.length === 0)
      issues.push({ code: 'custom', path: ['addresses'], message: 'Name who gets it, or send it to yourself', input: value });
  });
type ScheduleDraft = z.output<typeof ScheduleDraft>;

const isPreset = (threshold: number): boolean => thresholdPresets.some((one) => one === threshold);

/** The draft of a schedule; of a new one for null: every Monday morning. */
export const draftOf = (schedule: Schedule | null): z.input<typeof ScheduleDraft> => ({
  frequency: schedule?.frequency ?? 'weekly',
  days: schedule?.days ?? [1],
  day: schedule?.day ?? 1,
  time: clockWords(schedule?.time ?? '08:00'),
  file: schedule?.file ?? 'xlsx',
  sendMe: !(schedule?.dontSendMe ?? false),
  addresses: schedule?.addresses ?? [],
  preset: isPreset(schedule?.threshold ?? 0) ? String(schedule?.threshold ?? 0) : otherNumber,
  threshold: schedule?.threshold ?? 0,
});

/** A draft as the calls have it. */
export const contentOf = (configurationId: number, draft: ScheduleDraft): Omit<SentArgsOf<typeof saveSchedule>, 'id'> => ({
  cust: 'me',
  configurationId,
  frequency: draft.frequency,
  days: draft.frequency === 'weekly' ? draft.days : [],
  day: draft.frequency === 'monthly' ? draft.day : 1,
  time: draft.time,
  file: draft.file,
  dontSendMe: !draft.sendMe,
  addresses: draft.addresses,
  threshold: draft.preset === otherNumber ? draft.threshold : Number(draft.preset),
});
