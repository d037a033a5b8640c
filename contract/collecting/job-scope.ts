import * as z from 'zod';
import { wire } from '../kit/wire-names.ts';

/** Days from today to the start of a job. Null sets no limit. */
const Days = z.number().int('Write whole days').min(0, 'Write 0 or more days').max(999, 'Write at most 999 days').nullable();

/**
 * Which of its vendor’s jobs a task collects: by work type, and by the days from today to their start. The days of per diem jobs are
 * separate from those of travel and permanent jobs.
 */
const jobScopeFields = {
  travel: wire('IncludeTravel', z.boolean()),
  perDiem: wire('IncludePerDiem', z.boolean()),
  permanent: wire('IncludePermanent', z.boolean()),
  daysFrom: Days,
  daysTo: Days,
  daysFromPerDiem: Days,
  daysToPerDiem: Days,
};
export const JobScope = z.object(jobScopeFields);
export type JobScope = z.infer<typeof JobScope>;

/** The scope as sent: what is absent sets no limit. */
export const jobScopeArgs = {
  travel: wire('IncludeTravel', z.boolean().default(true)),
  perDiem: wire('IncludePerDiem', z.boolean().default(true)),
  permanent: wire('IncludePermanent', z.boolean().default(true)),
  daysFrom: Days.default(null),
  daysTo: Days.default(null),
  daysFromPerDiem: Days.default(null),
  daysToPerDiem: Days.default(null),
};
