import { bitCommand } from './bit-command.ts';

/** Shows jobs. */
export const showJobs = bitCommand('job.show.v1', {
  bit: 'hidden',
  on: false,
  heading: 'show',
  message: 'showJobs',
  sets: 'job.hide.v1',
  clears: 'job.show.v1',
});
