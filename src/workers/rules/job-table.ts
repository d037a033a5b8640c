import type { FieldValue, JobRow } from '#contract/jobs.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { type MappedOf, valueIn } from '#domain/rules/job-run.ts';
import { withoutRules } from '#domain/rules/without-rules.ts';
import { type Bitmap, setBit } from '../columns/bitmap.ts';
import { noBits } from './bits.ts';
import type { JobTable } from './rule-columns.ts';

/** Job rows as the columns take them: each as it stands before any rule. `today` is the customer's local day. */
export function tableOfJobs(jobs: readonly JobRow[], today: string, mappedOf?: MappedOf): JobTable {
  const bases = jobs.map(withoutRules);
  const locks = new Map<string, Bitmap | null>();
  return {
    rows: jobs.length,
    valuesOf(key) {
      const value = (job: JobRow): FieldValue => (key === 'sourceId' ? job.sourceId : valueIn(job, key, today, mappedOf));
      return (row) => {
        const job = bases[row];
        return job ? value(job) : null;
      };
    },
    lockedIn(key) {
      const known = locks.get(key);
      if (known !== undefined) return known;
      const found = lockedRows(bases, key);
      locks.set(key, found);
      return found;
    },
  };
}

/** Rows whose field a person holds: by a lock, or by having released what a rule had set. */
function lockedRows(bases: readonly JobRow[], key: string): Bitmap | null {
  const isFlag = fieldKeyed(key)?.home === 'flag';
  let bits: Bitmap | null = null;
  for (const [row, base] of bases.entries()) {
    if (!base.locks[key] && !(isFlag && base.ruled[key])) continue;
    bits ??= noBits(bases.length);
    setBit(bits, row, true);
  }
  return bits;
}
