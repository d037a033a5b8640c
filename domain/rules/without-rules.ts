import type { JobField, JobRow, Lock, Ruled } from '#contract/rows/jobs.ts';
import { fieldKeyed } from '../fields/catalogue.ts';
import { type FlagName, has, withFlag } from '../jobs/flags.ts';

/**
 * A job as collection and people left it, before any rule: every value that a rule wrote is reset to the one before, also inside
 * locks. Rules run on this, so that two runs give the same result as one. A hold that a rule set and a person released stays in
 * `ruled`: the release counts as long as the rule would hold the job.
 */
export function withoutRules(job: JobRow): JobRow {
  const keys = Object.keys(job.ruled);
  if (keys.length === 0 && job.skipRuleId === null) return job;
  const values: Record<string, unknown> = {};
  const extra = { ...job.extra };
  const locks: Record<string, Lock> = { ...job.locks };
  const released: Record<string, Ruled> = {};
  let { chgMap } = job;
  for (const key of keys) {
    const ruled = job.ruled[key];
    const was = ruled?.was ?? null;
    const lock = locks[key];
    if (lock) locks[key] = { ...lock, was: was as Lock['was'] };
    else if (ruled && isFlag(key)) {
      if (has(chgMap, key)) chgMap = withFlag(chgMap, key, was === true);
      else released[key] = ruled;
    } else if (isColumn(job, key)) values[key] = was;
    else if (was === null) delete extra[key];
    else extra[key] = was;
  }
  return { ...job, ...values, chgMap, extra, locks, ruled: released, skipRuleId: null };
}

const isFlag = (key: string): key is FlagName => fieldKeyed(key)?.home === 'flag';
const isColumn = (job: JobRow, key: string): key is JobField => Object.hasOwn(job, key);
