import type { JobRow } from '#contract/rows/jobs.ts';
import { withoutManualCancel } from '#domain/jobs/overrides.ts';
import { jobActions } from '#domain/staging/job-actions.ts';
import { command } from '../kit/command.ts';
import { eachRow, type RefusedStep } from '../kit/each-row.ts';
import { cancellation, movedIds } from './cancellation.ts';

/** Reopens jobs that were canceled manually. */
export const reopenJobs = command('job.reopen.v1', {
  ...cancellation(false),
  heading: 'reopen',
  describe: ({ ids }, names) => ['reopenJobs', { jobs: names.of('job', ids) }],
  apply: (rows, { ids }) =>
    eachRow(rows, 'job', ids, (job): JobRow | RefusedStep => {
      const why = jobActions.reopen.whyNot(job);
      if (why === null) return withoutManualCancel(job);
      // Already open, by an earlier run of this command or by another person: nothing to do.
      return job.status === 'Cancelled' ? { refused: 'not_offered', message: why } : job;
    }),
  inverse: (_, before) => {
    const ids = movedIds(before);
    return ids.length > 0 ? [{ name: 'job.cancel.v1', args: { ids } }] : [];
  },
});
