import type { JobRow } from '#contract/rows/jobs.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import type { Ruling } from './ruling.ts';

/**
 * A copy of a job after the export rules, and why it is not posted: `keptBy` if a rule prevents it, `awaits` while an AI has
 * not answered. If `asks` is set, the caller must save the questions in the transaction that makes the job wait.
 */
export type Exported = {
  readonly job: JobRow;
  readonly keptBy: string | null;
  readonly awaits: string | null;
  readonly asks: boolean;
};

const free = { keptBy: null, awaits: null, asks: false } as const;

/** True if any rule would run. If not, the caller need not read anything else for the rules. */
export const anyRuns = ({ prepared }: Ruling): boolean => prepared.rules.some(({ idle }) => idle === null);

/** Runs the export rules on a copy of a job. `ruling` must be of the export moment. */
export function exportJob(job: JobRow, mappedOf: MappedOf, ruling: Ruling): Exported {
  if (!anyRuns(ruling)) return { job, ...free };
  ruling.answers?.onJob(job.id);
  const { job: copy, notPostedBy, asksAi } = applyRules(job, ruling.prepared, { mappedOf });
  if (notPostedBy !== null) return { job, ...free, keptBy: `${named(notPostedBy, ruling)} keeps the job from being posted.` };
  const standing = asksAi.flatMap((id) => {
    const said = ruling.answers?.standing(id);
    return said ? [{ ...said, words: `${named(id, ruling)} asks an AI. ${said.words}` }] : [];
  });
  const [first] = standing;
  if (!first) return { job: copy, ...free };
  const ended = standing.find(({ final }) => final);
  return { job, keptBy: ended?.words ?? null, awaits: ended ? null : first.words, asks: true };
}

function named(ruleId: number, { names }: Ruling): string {
  const name = names.get(ruleId);
  return `Rule ${ruleId}${name === undefined ? '' : ` “${name}”`}`;
}
