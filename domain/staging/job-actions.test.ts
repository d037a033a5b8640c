import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { flag } from '../jobs/flags.ts';
import { type JobActionKey, jobAction, jobActions, offeredActions, whyNotOffered } from './job-actions.ts';
import { submissionAvailable } from './submission-available.ts';

const context = { target: aTarget(), values: mappedValues(), floor: null, may: () => true };
const offered = (job: JobRow, over: Partial<typeof context> = {}) =>
  offeredActions(job, { ...context, ...over }).flatMap((a) => (a.offered ? [a.action] : []));

/** Actions that every collected job offers. */
const always = ['assign', 'assignToMe', 'fill', 'paste', 'reapply', 'refresh', 'testRule'];

test('an open, mapped job can be posted, held, hidden and cancelled', () => {
  expect(offered(aJob())).toEqual(['post', 'hold', 'hide', ...always, 'cancel', 'doNotStaff', 'support']);
});

test('hold alternates with release, and hide with show', () => {
  expect(offered(aJob({ chgMap: flag.onHold | flag.hidden }))).toEqual([
    'release',
    'show',
    ...always,
    'cancel',
    'doNotStaff',
    'support',
  ]);
});

test('a manually canceled job can be reopened; one that the vendor canceled cannot', () => {
  expect(offered(aJob({ status: 'Cancelled', chgMap: flag.manuallyCancelled }))).toEqual([
    'hold',
    'hide',
    ...always,
    'reopen',
    'doNotStaff',
    'support',
  ]);
  expect(offered(aJob({ status: 'Cancelled' }))).toEqual(['hold', 'hide', ...always, 'doNotStaff', 'support']);
});

test('an assigned job can be unassigned, also one that was stored before jobs were assigned', () => {
  expect(offered(aJob({ assigneeId: 5, assignee: 'Ann' }))).toContain('unassign');
  const { assigneeId: _id, assignee: _name, ...old } = aJob();
  expect(offered(old as JobRow)).not.toContain('unassign');
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

test('each documented action has its index, and the others have none', () => {
  expect(Object.fromEntries(Object.entries(jobActions).map(([key, { index }]) => [key, index]))).toEqual({
    post: 0,
    unbind: 1,
    hold: 2,
    release: 3,
    hide: 4,
    show: 5,
    cancel: 6,
    reopen: 7,
    testRule: 8,
    reapply: 9,
    refresh: 10,
    submit: 11,
    support: 12,
    doNotStaff: 13,
    recreate: 14,
    acceptRate: null,
    assign: null,
    assignToMe: null,
    fill: null,
    paste: null,
    requireFloor: null,
    unassign: null,
  });
});

test('no two actions that one job offers have the same key', () => {
  const keys = offered(aJob({ facilityMap: 'B-9' })).flatMap((key) => jobAction(key).shortcut || []);
  expect(new Set(keys).size).toBe(keys.length);
});

test('an uploaded job cannot be refreshed, and one without a facility cannot stop its staffing', () => {
  const why = (key: JobActionKey, job: JobRow) => whyNotOffered(key, job, context);
  expect(why('refresh', aJob({ taskId: null }))).toBe('The job came from an uploaded file: upload the vendor’s new file.');
  expect(why('doNotStaff', aJob({ facility: null }))).toBe('The vendor states no facility of this job.');
});

test('a job that a rule canceled says so', () => {
  expect(whyNotOffered('reopen', aJob({ status: 'Cancelled', skipRuleId: 31 }), context)).toBe(
    'Rule 31 has canceled the job: change the rule or switch it off. Only a job that was canceled by hand can be reopened.',
  );
});

test.each([
  [999, { allowed: true, count: null }],
  [1, { allowed: true, count: 1 }],
  [998, { allowed: true, count: 998 }],
  [0, { allowed: false, count: null }],
  [1000, { allowed: false, count: null }],
  [null, { allowed: false, count: null }],
])('SubmissionAvailable %s', (value, means) => {
  expect(submissionAvailable(value)).toEqual(means);
});

test('a caregiver can be submitted to an open job whose vendor takes submissions; otherwise a sentence says why not', () => {
  const job = aJob({ submissionLimit: 999 });
  const why = (over: Partial<JobRow>) => whyNotOffered('submit', { ...job, ...over }, context);
  expect(offered(job)).toContain('submit');
  expect(why({ submissionLimit: 3 })).toBeNull();
  expect(why({ submissionLimit: 0 })).toBe('The vendor takes no submissions for this job.');
  expect(why({ submissionLimit: null })).toBe('The vendor takes no submissions for this job.');
  expect(why({ status: 'Filled' })).toBe('The job is not open (Filled), so it takes no submissions.');
  expect(why({ status: 'Cancelled' })).toBe('The job is canceled, so it takes no submissions.');
  expect(why({ chgMap: flag.manuallyCancelled })).toBe('The job is canceled, so it takes no submissions.');
  expect(offered(job, { may: (needs?: unknown) => needs !== 'submissions.use' })).not.toContain('submit');
  expect(offered(aJob())).toContain('support');
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
