import type * as z from 'zod';
import type { FeedPreview } from '#contract/collecting/uploads.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import type { Collection, RefusedRow } from '#server/parsing/collect-records.ts';

/** Rows in the preview of a file, and maximum number of rejected rows returned (all are counted). */
const sampleRows = 20;
const shownProblems = 500;

/** The first rows of a list that a reply holds. */
export const shownRows = (rows: readonly RefusedRow[]) =>
  rows.slice(0, shownProblems).map(({ row, problems }) => ({ row, problems: [...problems] }));

/** What a file that was read with proposals would give. */
export function previewOf(read: Collection): z.infer<typeof FeedPreview> {
  const { format, jobs, refused, warned, columns = [], flags = [], truncated } = read;
  return {
    format,
    jobs: jobs.length,
    refused: shownRows(refused),
    refusedCount: refused.length,
    warned: shownRows(warned),
    warnedCount: warned.length,
    sample: jobs.slice(0, sampleRows).map(sampleOf),
    derivedIds: jobs.filter((job) => job.idDerived).length,
    truncated: truncated ?? null,
    columns,
    flags,
  };
}

const sampleOf = (job: CollectedJob) => ({
  providerJobId: job.providerJobId,
  title: job.title,
  facility: job.facility,
  city: job.city,
  state: job.state,
  degree: job.degree,
  specialty: job.specialty,
  shift: job.shift,
  billRate: job.billRate,
  payPerHour: job.payPerHour,
  payPerWeek: job.payPerWeek,
  hoursPerWeek: job.hoursPerWeek,
  startDate: job.startDate,
  durationDays: job.durationDays,
  positions: job.positions,
  workType: job.workType,
});
