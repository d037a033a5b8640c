import { expect, test } from 'vitest';
import { messages } from '#contract/kit/messages.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aSubmission, aSubmissionTarget, newSubmission } from '#tests/support/factories/submission-factory.ts';
import { commands } from '../commands.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-28T12:00:00.000Z' };
const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
const world = () =>
  rowSet([
    { collection: 'submissionTarget', row: aSubmissionTarget() },
    { collection: 'submissionTarget', row: aSubmissionTarget({ id: 152, systemId: 61, name: 'Coastal Trio' }) },
    { collection: 'submissionTarget', row: aSubmissionTarget({ id: 153, isActive: false }) },
    { collection: 'job', row: aJob({ id: 7, providerJobId: '884-210' }) },
    { collection: 'submission', row: aSubmission() },
    { collection: 'submission', row: aSubmission({ id: 142, state: 'refused', errorText: 'No license' }) },
  ]);
const send = (over: Parameters<typeof newSubmission>[1] = {}) =>
  runPure(commands['submission.send.v1'], newSubmission(ref, over), {}, world(), ann);
const resend = (id: number) => runPure(commands['submission.resend.v1'], { id, ref: null }, {}, world(), ann);

test('a queued submission holds the caregiver’s id, the job and the destination, and waits', () => {
  const ran = send();
  expect(ran.outcome).toBe('applied');
  const [write] = ran.outcome === 'applied' ? ran.writes : [];
  expect(write?.row).toMatchObject({
    state: 'wanted',
    caregiverId: '70001',
    jobId: 7,
    providerJobId: '884-210',
    toId: 152,
    ownerId: 5,
  });
  expect(Object.keys(write?.row ?? {}).filter((key) => /email|name|phone/i.test(key))).toEqual([]);
});

test('what the device knows to be wrong is refused there, with the remedy', () => {
  expect(send({ toId: 151 })).toMatchObject({ outcome: 'rejected', message: messages.sameSubmissionTarget });
  expect(send({ toId: 153 })).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('Choose another one') });
  expect(send({ jobId: 0 })).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('Choose a job') });
  expect(send({ jobId: 0, providerJobId: '67890' })).toMatchObject({ outcome: 'applied' });
});

test('a refused submission is sent again; one that has arrived is not, and says so', () => {
  expect(resend(142)).toMatchObject({ outcome: 'applied', writes: [{ row: { state: 'wanted', errorText: '' } }] });
  expect(resend(141)).toMatchObject({ outcome: 'rejected', message: `${messages.notResubmitted} It is submitted already.` });
  expect(resend(199)).toMatchObject({ outcome: 'rejected', code: 'gone' });
});

test('both leave Jobdock, so an old one asks first and neither is undone', () => {
  for (const name of ['submission.send.v1', 'submission.resend.v1'] as const)
    expect(commands[name]).toMatchObject({ whenStale: 'confirm', inverse: 'none' });
});
