import type { JobRow } from '#contract/rows/jobs.ts';
import { has } from '../jobs/flags.ts';
import { submissionAvailable } from './submission-available.ts';

/**
 * Why a caregiver cannot be put forward for a job, as a sentence; null if its vendor takes submissions. The action on jobs, the check before
 * sending and the sender ask this one rule.
 */
export function whyNoSubmissions(job: Pick<JobRow, 'chgMap' | 'status' | 'submissionLimit'>): string | null {
  if (has(job.chgMap, 'manuallyCancelled') || job.status === 'Cancelled')
    return 'The job is canceled, so it takes no submissions.';
  if (job.status !== 'Open') return `The job is not open (${job.status}), so it takes no submissions.`;
  return submissionAvailable(job.submissionLimit).allowed ? null : 'The vendor takes no submissions for this job.';
}
