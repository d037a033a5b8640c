import type { JobRow } from '#contract/rows/jobs.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import type { MappedOf } from '#domain/rules/job-run.ts';
import type { PreparedRuling } from './prepared-ruling.ts';

/**
 * A copy of a job after the export rules, and why it is not posted: `keptBy` if a rule prevents it, `awaits` while an AI has
 * not answered. If `asks` is set, the caller must save the questions in the transaction that makes the job wait.
 */
export type Exported = {
  readonly job: JobRow;
  readonly keptBy: string | null;
  readonly awaits: string | null;
  readonly asks: boolean;
  /** Rules that took too much work on this job. They wrote nothing. */
  readonly slow: readonly number[];
};

/** The result without a rule. */
export const free = { keptBy: null, awaits: null, asks: false, slow: [] } as const;

/** Runs the export rules on a copy of a job. `ruling` must be of the export moment. */
export function exportJob(job: JobRow, mappedOf: MappedOf, ruling: PreparedRuling): Exported {
  ruling.answers?.onJob(job.id);
  const { job: copy, notPostedBy, asksAi, slow } = applyRules(job, ruling.prepared, { mappedOf, onRule: ruling.onRule });
  if (notPostedBy !== null)
    return { job, ...free, slow, keptBy: `${named(notPostedBy, ruling)} keeps the job from being posted.` };
  const standing = asksAi.flatMap((id) => {
    const said = ruling.answers?.standing(id);
    return said ? [{ ...said, words: `${named(id, ruling)} asks an AI. ${said.words}` }] : [];
  });
  const [first] = standing;
  if (!first) return { job: copy, ...free, slow };
  const ended = standing.find(({ final }) => final);
  return { job, keptBy: ended?.words ?? null, awaits: ended ? null : first.words, asks: true, slow };
}

function named(ruleId: number, { names }: PreparedRuling): string {
  const name = names.get(ruleId);
  return `Rule ${ruleId}${name === undefined ? '' : ` “${name}”`}`;
}
