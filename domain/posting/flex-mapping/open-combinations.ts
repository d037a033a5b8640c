import type { JobRow } from '#contract/rows/jobs.ts';
import { fold } from '#domain/fields/values.ts';
import { combinationOf, type FlexMapping, lineFor } from './flex-line.ts';

/** A combination of values that open jobs have and no line fits, with the number of these jobs. */
export type OpenCombination = { readonly values: readonly string[]; readonly jobs: number };

/** The combinations without a line among open jobs, those of most jobs first. */
export function openCombinations(jobs: Iterable<Partial<JobRow>>, flex: FlexMapping): readonly OpenCombination[] {
  const found = new Map<string, { values: readonly string[]; jobs: number }>();
  for (const job of jobs) {
    if (job.status !== 'Open') continue;
    const values = combinationOf(job, flex);
    const key = JSON.stringify(values.map(fold));
    const known = found.get(key);
    if (known) known.jobs++;
    else if (!lineFor(flex, values)) found.set(key, { values, jobs: 1 });
  }
  return [...found.values()].sort((a, b) => b.jobs - a.jobs || (a.values.join() < b.values.join() ? -1 : 1));
}
