import { expect, test } from 'vitest';
import type { PostReceipt } from '#contract/rows/jobs.ts';
import { postsMark } from './posts-mark.ts';

const receipt: PostReceipt = {
  targetId: 1,
  state: 'done',
  externalId: 'j-1',
  reference: 'ONYNPJ',
  words: null,
  note: null,
  tries: 1,
  at: '2027-01-01T00:00:00.000Z',
};

test('a job order that people changed in the ATS changes the mark, although its post keeps its time', () => {
  const quiet = postsMark({ posts: [receipt] });
  expect(postsMark({ posts: [{ ...receipt }] })).toBe(quiet);
  expect(postsMark({ posts: [{ ...receipt, drift: 'changed' }] })).not.toBe(quiet);
  expect(postsMark({ posts: [{ ...receipt, at: '2027-01-02T00:00:00.000Z' }] })).not.toBe(quiet);
});
