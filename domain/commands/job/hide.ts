import { bitCommand } from './bit-command.ts';

export const hideJobs = bitCommand('job.hide.v1', {
  bit: 'hidden',
  on: true,
  heading: 'hide',
  message: 'hideJobs',
  sets: 'job.hide.v1',
  clears: 'job.show.v1',
});
