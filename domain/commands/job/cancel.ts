import type { JobRow } from '#contract/rows/jobs.ts';
import { withManualCancel } from '#domain/jobs/overrides.ts';
import { jobActions } from '#domain/staging/job-actions.ts';
import { command } from '../kit/command.ts';
import { eachRow, type RefusedStep } from '../kit/each-row.ts';
import { cancellation, isCanceled, movedIds } from './cancellation.ts';

/** Cancels jobs manually. The vendor's status is kept and returns on reopening. */
export const cancelJobs = command('job.cancel.v1', {
  ...cancellation(true),
  heading: 'cancel',
  describe: ({ ids }, names) => ['cancelJobs', { jobs: names.of('job', ids) }],
  apply: (rows, { ids }, hand) =>
    eachRow(rows, 'job', ids, (job): JobRow | RefusedStep => {
      if (isCanceled(job)) return job;
      const why = jobActions.cancel.whyNot(job);
      if (why !== null) return { refused: 'not_offered', message: why };
      return withManualCancel(job, hand);
    }),
  inverse: (_, before) => {
    const ids = movedIds(before);
    return ids.length > 0 ? [{ name: 'job.reopen.v1', args: { ids } }] : [];
  },
});
