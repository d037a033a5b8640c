import type { JobRow } from '#contract/jobs.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import type { Ruling } from './ruling.ts';

/** A job as rules on export leave the copy that a target gets, and the rule that keeps it from being posted, in words. */
export type Exported = { readonly job: JobRow; readonly keptBy: string | null };

/** Whether any rule would run; where none does, nothing else need be read for it. */
export const anyRuns = ({ prepared }: Ruling): boolean => prepared.rules.some(({ idle }) => idle === null);

/** Runs rules on export over a copy of a job; `ruling` is one of that moment. */
export function exportJob(job: JobRow, mappedOf: MappedOf, ruling: Ruling): Exported {
  if (!anyRuns(ruling)) return { job, keptBy: null };
  const { job: copy, notPostedBy } = applyRules(job, ruling.prepared, { mappedOf });
  if (notPostedBy === null) return { job: copy, keptBy: null };
  const name = ruling.names.get(notPostedBy);
  return { job: copy, keptBy: `Rule ${notPostedBy}${name === undefined ? '' : ` “${name}”`} keeps the job from being posted.` };
}
