import type { JobRow } from '#contract/rows/jobs.ts';
import { has, withFlag } from './flags.ts';

// Apart from the reader, because the commands of devices need the flag alone.

/** Who is named for values of the built-in reader. */
export const builtInReader = 'Built-in reader';

/**
 * The job with the flag "rate from note" set exactly while its bill rate is the one that was read: no lock or rule is over it. A job of
 * which nothing was read keeps the flag as it is, because rules may set it.
 */
export function withReadFlag(job: JobRow, before: JobRow | null): JobRow {
  const isRead = (row: JobRow | null): boolean => row?.readings?.rate?.fields.includes('billRate') ?? false;
  if (job.ruled['rateFromNote'] || (!isRead(job) && !isRead(before))) return job;
  const on = isRead(job) && !job.locks['billRate'] && !job.ruled['billRate'];
  return has(job.chgMap, 'rateFromNote') === on ? job : { ...job, chgMap: withFlag(job.chgMap, 'rateFromNote', on) };
}

/** Who read a value of a job; undefined if its vendor gave it. */
export function readerOf({ readings }: JobRow, field: string): string | undefined {
  const evidence = [readings?.shift, readings?.rate].find((each) => each?.fields.includes(field));
  return evidence?.by ?? (field === 'rateFromNote' ? readings?.rate?.by : undefined);
}
