import type { JobField, JobRow, Lock } from '#contract/jobs.ts';

/**
 * A job as collection and people left it, before any rule: every value that a rule wrote reads again what stood before, also
 * the one that a lock remembers. Rules run on this, so that running them twice gives what running them once gives.
 */
export function withoutRules(job: JobRow): JobRow {
  const keys = Object.keys(job.ruled);
  if (keys.length === 0) return job;
  const values: Record<string, unknown> = {};
  const extra = { ...job.extra };
  const locks: Record<string, Lock> = { ...job.locks };
  for (const key of keys) {
    const was = job.ruled[key]?.was ?? null;
    const lock = locks[key];
    if (lock) locks[key] = { ...lock, was: was as Lock['was'] };
    else if (isColumn(job, key)) values[key] = was;
    else if (was === null) delete extra[key];
    else extra[key] = was;
  }
  return { ...job, ...values, extra, locks, ruled: {}, skipRuleId: null };
}

const isColumn = (job: JobRow, key: string): key is JobField => Object.hasOwn(job, key);
