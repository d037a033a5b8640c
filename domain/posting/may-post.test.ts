import { expect, test } from 'vitest';
import type { JobRow, PostState } from '#contract/rows/jobs.ts';
import type { HierarchyLevel } from '#contract/rows/rows.ts';
import { aFlexMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { flag } from '../jobs/flags.ts';
import { mayPost, postedFromOthers } from './may-post.ts';
import { withReceipt } from './receipts.ts';

const reasons = (job: JobRow, target = aTarget(), values = mappedValues(), recreate = false): string[] => {
  const verdict = mayPost(job, target, values, { recreate, floor: null });
  return verdict.ok ? [] : verdict.reasons.map((reason) => reason.code);
};
const posted = (state: PostState): JobRow =>
  withReceipt(aJob(), {
    targetId: 1,
    state,
    reference: 'R',
    externalId: 'X-1',
    words: null,
    at: '2026-11-02T00:00:00.000Z',
    tries: 1,
  });

test('[T1] an open job whose required kinds are mapped may be posted', () => {
  expect(reasons(aJob())).toEqual([]);
});

test.each([
  ['hidden', aJob({ chgMap: flag.hidden }), ['hidden']],
  ['on hold', aJob({ chgMap: flag.onHold }), ['on_hold']],
  ['canceled by hand', aJob({ chgMap: flag.manuallyCancelled, status: 'Cancelled' }), ['cancelled']],
  ['cancelled by the vendor', aJob({ status: 'Cancelled' }), ['cancelled']],
  ['filled', aJob({ status: 'Filled' }), ['not_open']],
  ['both held and hidden', aJob({ chgMap: flag.onHold | flag.hidden }), ['on_hold', 'hidden']],
] as const)('[T2] a job that is %s is not posted', (_, job, expected) => {
  expect(reasons(job)).toEqual(expected);
});

test('[T1] every kind that the target requires must be mapped, and no other', () => {
  const values = mappedValues();
  values.delete(11);
  values.delete(12);
  expect(reasons(aJob(), aTarget(), values)).toEqual(['unmapped_facility']);
  expect(reasons(aJob(), aTarget({ maps: [] }), values)).toEqual([]);
});

test('[T1] a specialty that depends on its degree also needs the degree', () => {
  const values = mappedValues();
  values.delete(12);
  expect(reasons(aJob(), aTarget({ maps: ['specialty'], specialtyDependsOnDegree: true }), values)).toEqual(['unmapped_degree']);
});

test('a target that takes orders or shifts takes no others', () => {
  const shift = aJob({ parentJobId: 'ORDER-1' });
  const taken = (hierarchyLevel: HierarchyLevel) => {
    const target = aTarget({ hierarchyLevel });
    return [aJob(), shift].map((job) => reasons(job, target));
  };
  expect(taken('both')).toEqual([[], []]);
  expect(taken('orders')).toEqual([[], ['target_takes_orders']]);
  expect(taken('shifts')).toEqual([['target_takes_shifts'], []]);
  const refused = mayPost(shift, aTarget({ hierarchyLevel: 'orders' }), mappedValues(), { recreate: false, floor: null });
  expect(refused).toMatchObject({ reasons: [{ words: 'Bullhorn takes orders, not shifts: post the parent order.' }] });
});

test('CTM set to long-term orders takes no per-diem job, set to shifts it takes no other', () => {
  const perDiem = aJob({ workType: 3 });
  const taken = (takesOnly: 'longTerm' | 'shifts') =>
    [aJob({ workType: 1 }), aJob({ workType: 2 }), perDiem].map((job) => reasons(job, aTarget({ takesOnly })));
  expect(taken('longTerm')).toEqual([[], [], ['target_takes_long_term']]);
  expect(taken('shifts')).toEqual([['target_takes_per_diem'], ['target_takes_per_diem'], []]);
});

test('a target that requires no mapping takes jobs that are not mapped', () => {
  const target = aTarget({ maps: ['facility', 'shift'] });
  expect(reasons(aJob(), target, new Map())).toEqual(['unmapped_facility', 'unmapped_shift']);
  expect(reasons(aJob(), { ...target, mappingRequired: false }, new Map())).toEqual([]);
});

test('a job’s own override satisfies the target', () => {
  expect(reasons(aJob({ facilityMap: 'B-9' }), aTarget({ maps: ['facility'] }), new Map())).toEqual([]);
});

test('[T3] target 6, a target that accepts no posts and a disabled target are refused', () => {
  expect(reasons(aJob(), aTarget({ typeId: 6 }))).toEqual(['target_cannot_post']);
  expect(reasons(aJob(), aTarget({ canPost: false }))).toEqual(['target_cannot_post']);
  expect(reasons(aJob(), aTarget({ disabled: true }))).toEqual(['target_disabled']);
});

test('a target that is off takes no job; one in a dry run takes it to be checked', () => {
  expect(reasons(aJob(), aTarget({ posting: 'off' }))).toEqual(['posting_off']);
  expect(reasons(aJob(), aTarget({ posting: 'off', disabled: true }))).toEqual(['target_disabled']);
  expect(reasons(aJob(), aTarget({ posting: 'dryRun' }))).toEqual([]);
  expect(mayPost(aJob(), aTarget({ posting: 'off' }), mappedValues(), { recreate: false, floor: null })).toMatchObject({
    reasons: [{ words: 'Posting to Bullhorn is off.' }],
  });
});

test('a job that was checked in a dry run may be asked for again, and is not at the target', () => {
  for (const posting of ['dryRun', 'live'] as const) expect(reasons(posted('dryRun'), aTarget({ posting }))).toEqual([]);
  const checked = { job: { ...posted('dryRun'), id: 8 }, certainty: 100, reasons: [], decision: null };
  expect(postedFromOthers(1, [checked])).toEqual([]);
});

test('[T4] only after a definite refusal may a job be sent again', () => {
  const states: PostState[] = ['wanted', 'sending', 'unknown', 'human', 'done', 'failed'];
  expect(states.map((state) => reasons(posted(state)))).toEqual([
    ['underway'],
    ['underway'],
    ['fate_unknown'],
    ['needs_decision'],
    ['already_posted'],
    [],
  ]);
});

test('[T5] re-creating ignores a finished post and nothing else', () => {
  expect(reasons(posted('done'), aTarget(), mappedValues(), true)).toEqual([]);
  expect(reasons(posted('unknown'), aTarget(), mappedValues(), true)).toEqual(['fate_unknown']);
});

test('a receipt of another target does not count', () => {
  expect(reasons(posted('done'), aTarget({ id: 2 }))).toEqual([]);
});

test('what is created again is compared with the same order at other sources, target by target', () => {
  const receipt = { targetId: 1, reference: 'r', words: null, at: '2026-11-01T00:00:00.000Z', tries: 1 } as const;
  const other = (posts: JobRow['posts'], certainty = 100) => {
    const job = aJob({ id: 8, source: 'Medefis', providerJobId: 'M-8', posts });
    return [{ job, certainty, reasons: [], decision: null }];
  };
  const words = ['This order is also posted from the other source: Medefis M-8.'];
  expect(postedFromOthers(1, other([{ ...receipt, state: 'done', externalId: '9' }]))).toEqual(words);
  expect(postedFromOthers(1, other([{ ...receipt, state: 'wanted', externalId: null }]))).toEqual(words);
  expect(postedFromOthers(1, other([{ ...receipt, state: 'failed', externalId: '9' }]))).toEqual(words);
  expect(postedFromOthers(1, other([{ ...receipt, state: 'failed', externalId: null }]))).toEqual([]);
  expect(postedFromOthers(2, other([{ ...receipt, state: 'done', externalId: '9' }]))).toEqual([]);
  expect(postedFromOthers(1, other([{ ...receipt, state: 'done', externalId: '9' }], 40))).toEqual([]);
});

test('a job without a line of a flex mapping that is required is not posted', () => {
  const flex = aFlexMapping();
  const of = (unit: string | null) => mayPost(aJob({ unit }), aTarget(), mappedValues(), { recreate: false, floor: null, flex });
  expect(of('4W').ok).toBe(true);
  const words = `The flex mapping of ${aTarget().name} has no line for 5E.`;
  expect(of('5E')).toEqual({ ok: false, reasons: [{ code: 'no_flex_line', words }] });
  expect(of(null)).toMatchObject({ ok: false, reasons: [{ words: expect.stringContaining('no line for blank') }] });
});
