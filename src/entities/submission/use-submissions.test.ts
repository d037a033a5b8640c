import { expect, test } from 'vitest';
import { listSubmissions } from '#contract/submissions/submissions.ts';
import { aSubmission } from '#tests/support/factories/submission-factory.ts';
import { heldSubmissions } from './use-submissions.ts';

const targets = [{ id: 151, name: 'Our Bullhorn' }];

test('a row of the device has every field of the list call but the email address', () => {
  const [held] = heldSubmissions([aSubmission()], targets);
  const [given] = listSubmissions.reply.parse(listSubmissions.example).rows;
  const { caregiverEmail: _email, ...others } = given ?? { caregiverEmail: '' };
  expect(Object.keys(held ?? {}).sort()).toEqual([...Object.keys(others), 'ref'].sort());
  expect(held).toMatchObject({ from: 'Our Bullhorn', to: '', status: 'Offered', isError: false, contact: 'Ann' });
});

test('a status is the destination’s own word once it has one, else what Jobdock knows', () => {
  const statusOf = (over: Parameters<typeof aSubmission>[0]) => heldSubmissions([aSubmission(over)], targets)[0]?.status;
  expect(statusOf({ status: '' })).toBe('Submitted');
  expect(statusOf({ state: 'refused' })).toBe('Error');
  expect(statusOf({ state: 'wanted', status: '' })).toBe('Waiting');
  expect(heldSubmissions([aSubmission({ state: 'human' })], targets)[0]?.isError).toBe(true);
});
