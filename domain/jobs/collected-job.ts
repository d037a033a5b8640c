import type { JobField, JobRow } from '#contract/rows/jobs.ts';

/**
 * A job order from one row of a vendor's feed, before mapping and rules. Rates are per hour, stipends per week. `postedAt` is an
 * instant if the vendor gave a time, else a local date.
 */
export type CollectedJob = Pick<JobRow, 'providerJobId' | JobField> & {
  /** The row has no stable id, so `providerJobId` is a hash of its identifying values (never of a rate or status). */
  readonly idDerived: boolean;
  /** Values without a field of their own, and the full text of a shortened value, by column name. */
  readonly extra: Readonly<Record<string, string>>;
  /** The vendor's own text of the status, where the row states one. */
  readonly statusText?: string;
  /** No one has said what this text means: a new job waits on hold, and a known one keeps its status. */
  readonly statusUnknown?: true;
};
