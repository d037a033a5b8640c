import type { JobField, JobRow } from '#contract/rows/jobs.ts';

/**
 * A job order as one row of a vendor's feed gives it, before mapping and rules. Rates are per hour, stipends per week;
 * `postedAt` is an instant where the vendor stated a time, else a local date.
 */
export type CollectedJob = Pick<JobRow, 'providerJobId' | JobField> & {
  /** The row names no stable id, so `providerJobId` is a hash of what identifies it (never of a rate or status). */
  readonly idDerived: boolean;
  /** What the feed says beyond our fields, and the words behind a value that was shortened; by column name. */
  readonly extra: Readonly<Record<string, string>>;
};
