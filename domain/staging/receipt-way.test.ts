import { expect, test } from 'vitest';
import type { PostAttempt } from '#contract/posting/attempts.ts';
import type { PostReceipt } from '#contract/rows/jobs.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { receiptWay } from './receipt-way.ts';

const at = '2026-11-21T12:00:00.000Z';
const attempt = (id: number, over: Partial<PostAttempt>): PostAttempt => ({
  id,
  targetId: 1,
  generation: 1,
  at,
  kind: 'post',
  sent: { title: 'RN', numOpenings: 1 },
  answer: 'done',
  words: null,
  externalId: '9001',
  status: 200,
  body: null,
  stored: null,
  notes: [],
  milliseconds: 5,
  ...over,
});
const receipt = (over: Partial<PostReceipt>): PostReceipt => ({
  targetId: 1,
  state: 'done',
  reference: 'REF',
  externalId: '9001',
  words: null,
  at,
  tries: 1,
  ...over,
});
const way = (posts: readonly PostReceipt[], attempts: readonly PostAttempt[], target = aTarget()) =>
  receiptWay(
    aJob({ posts: [...posts] }),
    {
      target,
      values: mappedValues(),
      nameOf: (_, id) => id,
      ruledAt: at,
      mappedAt: at,
      sent: null,
      keptBy: null,
      floor: null,
      flex: null,
      others: [],
    },
    attempts,
  );
const lines = (...args: Parameters<typeof way>) =>
  way(...args)
    .slice(3)
    .map(({ stage, state, text }) => `${stage} ${state}: ${text}`);

test('a job that was posted and read back has passed every stage', () => {
  const read = attempt(2, { kind: 'readBack', answer: 'found', sent: null });
  expect(way([receipt({})], [read, attempt(1, {})]).map(({ stage, state }) => `${stage} ${state}`)).toEqual([
    'collected done',
    'ruled done',
    'mapped done',
    'wanted done',
    'sent done',
    'answered done',
    'readBack done',
  ]);
});

test.each<readonly [string, readonly PostReceipt[], readonly PostAttempt[], readonly string[]]>([
  [
    'nothing asked for',
    [],
    [],
    ['wanted waiting: No one has asked to post it to Bullhorn.', 'sent waiting: Nothing was sent yet.'],
  ],
  [
    'a call under way',
    [receipt({ state: 'sending', externalId: null })],
    [attempt(1, { answer: null, externalId: null })],
    [
      'wanted done: Asked for as REF.',
      'sent done: 2 fields sent to create the job order.',
      'answered waiting: Waiting for Bullhorn.',
      'readBack waiting: Read back once it is there.',
    ],
  ],
  [
    'a refusal',
    [receipt({ state: 'failed', externalId: null })],
    [attempt(1, { answer: 'refused', words: 'title is missing', externalId: null })],
    [
      'wanted done: Asked for as REF.',
      'sent done: 2 fields sent to create the job order.',
      'answered failed: title is missing',
      'readBack waiting: Read back once it is there.',
    ],
  ],
  [
    'a value stored otherwise',
    [receipt({ note: 'Title was dropped.' })],
    [attempt(2, { kind: 'readBack', answer: 'found' }), attempt(1, {})],
    [
      'wanted done: Asked for as REF.',
      'sent done: 2 fields sent to create the job order.',
      'answered done: Bullhorn holds it as 9001.',
      'readBack stopped: Title was dropped.',
    ],
  ],
  [
    'a dry run',
    [receipt({ state: 'dryRun', externalId: null, words: 'Dry run: 2 fields, none would be refused. Nothing was sent.' })],
    [attempt(1, { kind: 'dryRun', answer: 'accepted' })],
    ['wanted done: Asked for as REF.', 'sent stopped: Dry run: 2 fields, none would be refused. Nothing was sent.'],
  ],
])('%s', (_, posts, attempts, expected) => {
  expect(lines(posts, attempts)).toEqual(expected);
});

test('calls to other targets do not count', () => {
  expect(lines([], [attempt(1, { targetId: 2 })])[1]).toBe('sent waiting: Nothing was sent yet.');
});
