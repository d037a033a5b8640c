import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { withReceipt } from '#domain/posting/receipts.ts';
import { aJob, aTarget } from '#tests/support/factories/job-factory.ts';
import { postMarks } from './job-conditions.ts';
import { jobPredicates } from './job-predicates.ts';

const receipt = {
  state: 'done',
  reference: 'R1',
  externalId: '501',
  words: null,
  at: '2026-11-20T00:00:00.000Z',
  tries: 1,
} as const;
const posts = (drift: JobRow['posts'][number]['drift']) =>
  withReceipt(withReceipt(aJob(), { ...receipt, targetId: 1 }), { ...receipt, targetId: 12, drift }).posts;

test('is:drifted asks for the mark of its own target, and for the mark of any target while none is chosen', () => {
  const asked = (target: Parameters<typeof jobPredicates>[0]) =>
    jobPredicates(target, 0).is.find(({ name }) => name === 'drifted')?.means;
  expect(postMarks(posts('changed'))).toBe('[1:done+][12:done+][12~]');
  expect(postMarks(posts(undefined))).toBe('[1:done+][12:done+]');
  expect([asked(aTarget({ id: 2 })), asked(aTarget({ id: 12 })), asked(null)]).toMatchObject([
    { kind: 'contains', text: '[2~]' },
    { kind: 'contains', text: '[12~]' },
    { kind: 'contains', text: '~]' },
  ]);
});
