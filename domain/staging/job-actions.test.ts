import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { flag } from '../jobs/flags.ts';
import { offeredActions } from './job-actions.ts';

const context = { target: aTarget(), values: mappedValues(), may: () => true };
const offered = (job: JobRow, over: Partial<typeof context> = {}) =>
  offeredActions(job, { ...context, ...over }).flatMap((a) => (a.offered ? [a.action] : []));

test('an open, mapped job can be posted, held, hidden and cancelled', () => {
  expect(offered(aJob())).toEqual(['post', 'hold', 'hide', 'cancel']);
});

test('hold alternates with release, and hide with show', () => {
  expect(offered(aJob({ chgMap: flag.onHold | flag.hidden }))).toEqual(['release', 'show', 'cancel']);
});

test('a manually canceled job can be reopened; one that the vendor canceled cannot', () => {
  expect(offered(aJob({ status: 'Cancelled', chgMap: flag.manuallyCancelled }))).toEqual(['hold', 'hide', 'reopen']);
  expect(offered(aJob({ status: 'Cancelled' }))).toEqual(['hold', 'hide']);
});

test('a job with its own mapping can be unbound', () => {
  expect(offered(aJob({ facilityMap: 'B-9' }))).toContain('unbind');
});

test('without rights no action is offered, and each one says why', () => {
  const actions = offeredActions(aJob(), { ...context, may: () => false });
  expect(actions.every((a) => !a.offered && a.why === 'You have no right to do this.')).toBe(true);
});

test('posting lists every reason against it in whole sentences', () => {
  const post = offeredActions(aJob({ chgMap: flag.onHold | flag.hidden }), context).find((a) => a.action === 'post');
  expect(post?.why).toBe('The job is on hold: release it first. The job is hidden: show it first.');
});

test('each action has its documented index', () => {
  const indexes = Object.fromEntries(offeredActions(aJob(), context).map(({ action, index }) => [action, index]));
  expect(indexes).toEqual({ post: 0, unbind: 1, hold: 2, release: 3, hide: 4, show: 5, cancel: 6, reopen: 7, recreate: 14 });
});

test('re-creating is offered to administrators for a job that is in the ATS', () => {
  const done = {
    targetId: 1,
    state: 'done',
    reference: 'R',
    externalId: 'X',
    words: null,
    at: '2026-11-02T00:00:00.000Z',
    tries: 1,
  } as const;
  expect(offered({ ...aJob(), posts: [done] })).toContain('recreate');
  expect(offered({ ...aJob(), posts: [done] }, { may: (needs?: unknown) => needs !== 'admin' })).not.toContain('recreate');
});
