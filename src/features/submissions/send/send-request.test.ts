import { expect, test } from 'vitest';
import { checkBeforeSending, listCaregivers } from '#contract/submissions/submissions.ts';
import { askedFor, nameOf, nothingSought, queueProblems, soughtProblems } from './send-request.ts';

const sought = { ...nothingSought, lastName: 'Abbott' };

test('4:203 a search needs a job or a source', () => {
  expect(soughtProblems(sought, 0)).toEqual({ fromId: 'Please select Source' });
  expect(soughtProblems({ ...sought, fromId: '3' }, 0)).toEqual({});
  expect(soughtProblems({ ...sought, providerJobId: '67890' }, 0)).toEqual({});
  expect(soughtProblems(sought, 7)).toEqual({});
});

test('4:203 without a job, the destination is not the source', () => {
  expect(soughtProblems({ ...sought, fromId: '3', toId: '3' }, 0)).toEqual({ toId: 'Destination cannot be equal Source' });
  expect(soughtProblems({ ...sought, fromId: '3', toId: '3', providerJobId: '67890' }, 0)).toEqual({});
  expect(soughtProblems({ ...sought, fromId: '3', toId: '5' }, 0)).toEqual({});
});

test('a search needs something of the caregiver', () => {
  expect(Object.keys(soughtProblems({ ...nothingSought, fromId: '3', lastName: ' ' }, 0))).toEqual(['lastName']);
});

test('a chosen caregiver, the job and the targets make a submission that the call takes', () => {
  const asked = askedFor(2, 7, { ...sought, fromId: '3', providerJobId: ' 67890 ' }, '70001');
  expect(checkBeforeSending.args.strict().parse(asked)).toMatchObject({ jobId: 7, fromId: 3, toId: 0, providerJobId: '67890' });
});

test('the name of a caregiver has no gap where a part is blank', () => {
  const [caregiver] = listCaregivers.reply.parse(listCaregivers.example);
  expect(caregiver && nameOf(caregiver)).toBe('Ada Abbott');
});

test('without a connection a submission needs the caregiver’s ID, the job, the source and the destination', () => {
  expect(Object.keys(queueProblems(nothingSought, 0))).toEqual(['providerJobId', 'fromId', 'toId', 'caregiverId']);
  const known = { ...nothingSought, caregiverId: '70001', fromId: '3', toId: '5' };
  expect(queueProblems(known, 7)).toEqual({});
  expect(queueProblems({ ...known, providerJobId: '67890' }, 0)).toEqual({});
  expect(queueProblems({ ...known, toId: '3' }, 7)).toEqual({ toId: 'Destination cannot be equal Source' });
});
