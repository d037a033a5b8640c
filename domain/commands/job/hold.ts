import { bitCommand } from './bit-command.ts';

export const holdJobs = bitCommand('job.hold.v1', {
  bit: 'onHold',
  on: true,
  heading: 'hold',
  message: 'holdJobs',
  sets: 'job.hold.v1',
  clears: 'job.release.v1',
});
