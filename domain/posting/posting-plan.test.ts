import { expect, test } from 'vitest';
import type { JobRow, PostReceipt } from '#contract/rows/jobs.ts';
import { aJob, aRateFloor, aTarget } from '#tests/support/factories/job-factory.ts';
import { autoPostOf, type PlanGrounds, type Planned, repostOf, sumUp } from './posting-plan.ts';

const target = aTarget();
const mapped: PlanGrounds = {
  values: new Map([11, 13].map((id) => [id, { mappedId: `A-${id}`, certainty: null }])),
  floor: null,
};
const unmapped: PlanGrounds = { values: new Map(), floor: null };
const receipt = (over: Partial<PostReceipt>): JobRow =>
  aJob({
    posts: [
      {
        targetId: 1,
        state: 'done',
        reference: 'R',
        externalId: null,
        words: null,
        at: '2026-11-20T00:00:00.000Z',
        tries: 1,
        ...over,
      },
    ],
  });
const said = (planned: Planned) => (planned.kind === 'left' ? planned.reason.code : planned.kind);
const repost = (job: JobRow, grounds = mapped, to = target) => said(repostOf(job, to, grounds));
const auto = (job: JobRow, wasAsked = false, grounds = mapped) => said(autoPostOf(job, target, grounds, wasAsked));

test('a repost updates what is in the target, posts what is missing, and leaves what is on its way', () => {
  expect(repost(receipt({ externalId: '900' }))).toBe('update');
  expect(repost(receipt({ state: 'failed', externalId: '900' }))).toBe('update');
  expect(repost(aJob())).toBe('post');
  expect(repost(receipt({ state: 'failed' }))).toBe('post');
  expect(repost(receipt({ state: 'wanted' }))).toBe('underway');
  expect(repost(receipt({ state: 'sending' }))).toBe('underway');
  expect(repost(receipt({ state: 'unknown' }))).toBe('fate_unknown');
  expect(repost(receipt({ state: 'human' }))).toBe('needs_decision');
  expect(repost(receipt({ targetId: 2, externalId: '900' }))).toBe('post');
});

test('a repost leaves out what the check of posts refuses, updates as well as new posts', () => {
  for (const job of [aJob(), receipt({ externalId: '900' })]) {
    expect(repost({ ...job, chgMap: 4 })).toBe('on_hold');
    expect(repost({ ...job, chgMap: 2 })).toBe('hidden');
    expect(repost(job, unmapped)).toBe('unmapped_facility');
    expect(repost(job, mapped, aTarget({ disabled: true }))).toBe('target_disabled');
  }
});

test('rates and other sources keep back new posts, and no updates', () => {
  const floor = aRateFloor({ billRate: 500 });
  expect(repost(aJob(), { ...mapped, floor })).toBe('below_floor');
  expect(repost(receipt({ externalId: '900' }), { ...mapped, floor })).toBe('update');
});

test('a job of a feed, or without an ID, has nothing to be updated', () => {
  expect(repost(receipt({}), mapped, aTarget({ typeId: 4 }))).toBe('feed');
  expect(repost(receipt({}))).toBe('no_id');
});

test('posting by itself takes only jobs that no one ever asked for', () => {
  expect(auto(aJob())).toBe('post');
  expect(auto(aJob(), true)).toBe('underway');
  expect(auto(receipt({ state: 'failed' }))).toBe('refused_before');
  expect(auto(receipt({ externalId: '900' }), true)).toBe('already_posted');
  expect(auto(receipt({ state: 'human' }))).toBe('underway');
  expect(auto(aJob({ chgMap: 4 }))).toBe('on_hold');
  expect(auto(aJob(), false, unmapped)).toBe('unmapped_facility');
});

test('a plan counts, shows the first jobs of each kind, and says why others are left out', () => {
  const jobs = [aJob({ id: 1, providerJobId: 'J-1' }), aJob({ id: 2, providerJobId: 'J-2' })];
  const held = [3, 4].map((id) => aJob({ id, providerJobId: `J-${id}`, chgMap: 4 }));
  const hidden = aJob({ id: 5, providerJobId: 'J-5', chgMap: 2 });
  const standing = { ...receipt({ externalId: '900' }), id: 6, providerJobId: 'J-6' };
  const lines = [hidden, ...held, ...jobs, standing].map((job) => ({ ...job, planned: repostOf(job, target, mapped) }));
  const plan = sumUp(lines);
  expect(plan).toMatchObject({ posts: 2, updates: 1 });
  expect(plan.examples.map(({ providerJobId, what }) => [providerJobId, what])).toEqual([
    ['J-1', 'post'],
    ['J-2', 'post'],
    ['J-6', 'update'],
  ]);
  expect(plan.leftOut).toEqual([
    { code: 'on_hold', label: 'On hold', jobs: 2, providerJobId: 'J-3', words: 'The job is on hold: release it first.' },
    { code: 'hidden', label: 'Hidden', jobs: 1, providerJobId: 'J-5', words: 'The job is hidden: show it first.' },
  ]);
});

test('a reason without a label of its own is said in its words', () => {
  const off = aTarget({ disabled: true });
  const plan = sumUp([{ ...aJob(), planned: repostOf(aJob(), off, mapped) }]);
  expect(plan.leftOut[0]).toMatchObject({ code: 'target_disabled', label: expect.stringContaining('switched off') });
});
