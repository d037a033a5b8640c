import { bitCommand } from './bit-command.ts';

export const showJobs = bitCommand('job.show.v1', {
  bit: 'hidden',
  on: false,
  heading: 'show',
  message: 'showJobs',
  sets: 'job.hide.v1',
  clears: 'job.show.v1',
});
