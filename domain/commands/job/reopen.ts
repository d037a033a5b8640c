import type { JobRow } from '#contract/rows/jobs.ts';
import { canceledWords } from '#domain/jobs/canceled-by.ts';
import { withoutManualCancel } from '#domain/jobs/overrides.ts';
import { command } from '../kit/command.ts';
import { eachRow, type RefusedStep } from '../kit/each-row.ts';
import { cancellation, isCanceled, movedIds } from './cancellation.ts';

/** Reopens jobs that were canceled manually. */
export const reopenJobs = command('job.reopen.v1', {
  ...cancellation(false),
  heading: 'reopen',
  describe: ({ ids }, names) => ['reopenJobs', { jobs: names.of('job', ids) }],
  apply: (rows, { ids }) =>
    eachRow(rows, 'job', ids, (job): JobRow | RefusedStep => {
      if (isCanceled(job)) return withoutManualCancel(job);
      // Already open, by an earlier run of this command or by another person: nothing to do.
      if (job.status !== 'Cancelled') return job;
      return {
        refused: 'not_offered',
        message: `${canceledWords(job)} Only a job that was canceled by hand can be reopened.`,
      };
    }),
  inverse: (_, before) => {
    const ids = movedIds(before);
    return ids.length > 0 ? [{ name: 'job.cancel.v1', args: { ids } }] : [];
  },
});
