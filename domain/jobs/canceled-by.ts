import type { JobRow } from '#contract/rows/jobs.ts';
import { has } from './flags.ts';

/** Who canceled a job. */
type Canceler = { readonly by: 'hand' | 'vendor' } | { readonly by: 'rule'; readonly ruleId: number };

type CancelableJob = Pick<JobRow, 'chgMap' | 'status' | 'skipRuleId'>;

/** Who canceled the job; null for a job that is not canceled. A cancellation by hand comes before all others. */
export function canceledBy({ chgMap, status, skipRuleId }: CancelableJob): Canceler | null {
  if (has(chgMap, 'manuallyCancelled')) return { by: 'hand' };
  if (status !== 'Cancelled') return null;
  return skipRuleId === null ? { by: 'vendor' } : { by: 'rule', ruleId: skipRuleId };
}

/** Why a job stays canceled, and what would open it; null for a job that is not canceled. */
export function canceledWords(job: CancelableJob): string | null {
  const canceler = canceledBy(job);
  switch (canceler?.by) {
    case undefined:
      return null;
    case 'hand':
      return 'The job was canceled by hand: reopen it first.';
    case 'vendor':
      return 'The vendor has canceled the job.';
    case 'rule':
      return `Rule ${canceler.ruleId} has canceled the job: change the rule or switch it off.`;
  }
}
