import { sampleJobs } from '#bench/grid/sample-jobs.ts';
import { JobRow } from '#contract/rows/jobs.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';

const fields = new Set(Object.keys(JobRow.shape));

/** Whole jobs as on a device, ids 1 to `rows`, with the sample's texts, dates, and rates. */
export function storedJobs(rows: number): JobRow[] {
  const rest = aJob();
  return sampleJobs(0, rows).map((sample) => ({
    ...rest,
    ...(Object.fromEntries(Object.entries(sample).filter(([field]) => fields.has(field))) as Partial<JobRow>),
    id: sample.id,
  }));
}
