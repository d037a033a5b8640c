import { messages } from '#contract/kit/messages.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { canceledBy } from '../jobs/canceled-by.ts';
import { has } from '../jobs/flags.ts';

type HeaderJob = Pick<JobRow, 'chgMap' | 'status' | 'skipRuleId'>;

/**
 * What became of a job, as a few words after its ID: "is on hold, is hidden by user". Reads the status, the rule that canceled the
 * job, and the bits 2, 4 and 8 of `ChgMap`.
 */
export function jobHeader(job: HeaderJob): string {
  const states = [
    canceledHeader(job),
    has(job.chgMap, 'onHold') && 'is on hold',
    has(job.chgMap, 'hidden') && 'is hidden by user',
  ];
  const said = states.filter((state) => state !== false && state !== null);
  return said.length > 0 ? said.join(', ') : (statusHeader[job.status] ?? 'is open');
}

const statusHeader: Partial<Record<JobRow['status'], string>> = {
  Filled: 'is filled',
  'On Hold': 'is on hold at the vendor',
  Closed: 'is closed',
};

function canceledHeader(job: HeaderJob): string | null {
  const canceler = canceledBy(job);
  switch (canceler?.by) {
    case undefined:
      return null;
    case 'hand':
      return 'is manually canceled by user';
    case 'rule':
      return messages.cancelledByRule({ ruleId: canceler.ruleId });
    case 'vendor':
      return messages.isCancelled;
  }
}
