import { sampleJobs } from '#bench/grid/sample-jobs.ts';
import { JobRow } from '#contract/rows/jobs.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';

const fields = new Set(Object.keys(JobRow.shape));

/** Whole jobs as a device holds them, ids 1 to `rows`: the sample's texts, dates and rates in every field that it has. */
export function storedJobs(rows: number): JobRow[] {
  const rest = aJob();
  return sampleJobs(0, rows).map((sample) => ({
    ...rest,
    ...(Object.fromEntries(Object.entries(sample).filter(([field]) => fields.has(field))) as Partial<JobRow>),
    id: sample.id,
  }));
}
