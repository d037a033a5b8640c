import { bitCommand } from './bit-command.ts';

export const releaseJobs = bitCommand('job.release.v1', {
  bit: 'onHold',
  on: false,
  heading: 'release',
  message: 'releaseJobs',
  sets: 'job.hold.v1',
  clears: 'job.release.v1',
});
