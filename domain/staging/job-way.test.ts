import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JobRow, PostReceipt } from '#contract/rows/jobs.ts';
import { jobStages } from '#contract/staging/find-job.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { flag } from '../jobs/flags.ts';
import { mayPost } from '../posting/may-post.ts';
import { jobHeader } from './job-header.ts';
import { jobWay, type WayGround } from './job-way.ts';

const ground: WayGround = {
  target: aTarget(),
  values: mappedValues(),
  nameOf: (kind, id) => `${kind} ${id}`,
  ruledAt: null,
  mappedAt: null,
  sent: null,
  keptBy: null,
  floor: null,
  flex: null,
  others: [],
};
const at = '2026-11-02T00:00:00.000Z';
const receipt = (over: Partial<PostReceipt> = {}): PostReceipt => ({
  targetId: 1,
  state: 'done',
  reference: 'JD-7',
  externalId: '4711',
  words: null,
  at,
  tries: 1,
  ...over,
});
const stepOf = (job: JobRow, stage: string, over: Partial<WayGround> = {}) =>
  jobWay(job, { ...ground, ...over }).find((step) => step.stage === stage);

test.each([
  [{}, 'is open'],
  [{ status: 'Filled' }, 'is filled'],
  [{ chgMap: flag.onHold }, 'is on hold'],
  [{ chgMap: flag.hidden }, 'is hidden by user'],
  [{ status: 'Cancelled' }, 'is cancelled'],
  [{ status: 'Cancelled', skipRuleId: 7 }, 'is cancelled by rule id: 7'],
  [{ status: 'Cancelled', skipRuleId: 7, chgMap: flag.manuallyCancelled }, 'is manually canceled by user'],
  [{ status: 'Cancelled', chgMap: flag.onHold | flag.hidden }, 'is cancelled, is on hold, is hidden by user'],
] as const)('the header of a job with %o is "%s"', (over, header) => {
  expect(jobHeader(aJob(over))).toBe(header);
});

test('a way has every stage once, in order, and its post is stopped exactly where the job may not be posted', () => {
  const jobs = fc.record({
    chgMap: fc.constantFrom(0, flag.onHold, flag.hidden, flag.manuallyCancelled),
    status: fc.constantFrom<JobRow['status']>('Open', 'Filled', 'Cancelled'),
    facilityValueId: fc.constantFrom(11, null),
    specialtyMap: fc.constantFrom(null, 'S-1'),
  });
  fc.assert(
    fc.property(jobs, (over) => {
      const job = aJob(over);
      const way = jobWay(job, ground);
      expect(way.map(({ stage }) => stage)).toEqual(jobStages);
      const isPostable = mayPost(job, aTarget(), mappedValues(), { recreate: false, floor: null }).ok;
      expect(way.find(({ stage }) => stage === 'posted')?.state).toBe(isPostable ? 'waiting' : 'stopped');
    }),
  );
});

test('what a rule or a person changed is shown as the vendor sent it, and the rule is named', () => {
  const job = aJob({ billRate: 99, ruled: { billRate: { ruleId: 4, version: 2, was: 92.5 } } });
  expect(stepOf(job, 'collected')?.values).toContainEqual({ label: 'Bill Rate', value: '92.5' });
  expect(stepOf(job, 'ruled')).toMatchObject({ state: 'done', text: 'Changed by rule 4.' });
  expect(stepOf(job, 'ruled')?.values).toEqual([{ label: 'Bill Rate', value: 'was 92.5; set by rule 4, version 2' }]);
  expect(stepOf(aJob({ status: 'Cancelled', skipRuleId: 9 }), 'ruled')).toMatchObject({
    state: 'stopped',
    text: 'Rule 9 canceled it.',
  });
});

test('what is missing for the target is named, and a rule on export keeps the post', () => {
  const job = aJob({ facilityValueId: null });
  expect(stepOf(job, 'mapped')).toMatchObject({ state: 'waiting', text: 'Not mapped: facility.' });
  expect(stepOf(aJob(), 'posted', { keptBy: 'Rule 5 holds it.' })).toMatchObject({ state: 'stopped', text: 'Rule 5 holds it.' });
  expect(stepOf(aJob(), 'posted', { target: null })).toMatchObject({ state: 'waiting' });
});

test.each([
  [receipt(), 'done', 'done', 'Bullhorn holds it as 4711.'],
  [receipt({ state: 'sending', externalId: null }), 'waiting', 'waiting', 'No answer of Bullhorn yet.'],
  [receipt({ state: 'human', externalId: null }), 'stopped', 'waiting', 'No answer of Bullhorn yet.'],
  [receipt({ state: 'failed', externalId: null, words: 'Title is required', tries: 3 }), 'failed', 'failed', 'Title is required'],
  [receipt({ state: 'failed', words: 'Closed there' }), 'failed', 'failed', 'Closed there'],
] as const)('a post %o is shown with the answer of the ATS', (post, posted, answered, text) => {
  const job = aJob({ posts: [post] });
  expect(stepOf(job, 'posted')?.state).toBe(posted);
  expect(stepOf(job, 'answered')).toMatchObject({ state: answered, text });
});
