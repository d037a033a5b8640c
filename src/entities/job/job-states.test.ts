import { expect, test } from 'vitest';
import { jobBadges } from '#domain/job-list/job-states.ts';
import { flag } from '#domain/jobs/flags.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const old = { firstSeenAt: '2026-10-01T00:00:00.000Z', changedAt: '2026-10-01T00:00:00.000Z' };
const words = (over: Parameters<typeof aJob>[0]) => jobBadges(aJob({ ...old, ...over }), now).map((badge) => badge.words);

test('a plain open job has no badge', () => {
  expect(words({})).toEqual([]);
});

test('states that need the user come first', () => {
  expect(words({ chgMap: flag.onHold | flag.submission, postState: 'failed' })).toEqual(['Failed', 'Held', 'Submitted']);
  expect(words({ chgMap: flag.manuallyCancelled, postState: 'done' })).toEqual(['Canceled', 'Posted']);
});

test('new and changed last a day, and a new job is not called changed', () => {
  const hourAgo = '2026-11-21T11:00:00.000Z';
  expect(words({ firstSeenAt: hourAgo, changedAt: hourAgo })).toEqual(['New']);
  expect(words({ changedAt: hourAgo })).toEqual(['Changed']);
});

test('a filled job has one badge, whether by flag or by status', () => {
  expect(words({ chgMap: flag.filled, status: 'Filled' })).toEqual(['Filled']);
});

test('a refused update differs from a refused post: the job is still in the ATS', () => {
  expect(words({ postState: 'failed', externalJobId: '50001' })).toEqual(['Not updated']);
});

test('a canceled job names the rule that canceled it', () => {
  const [badge] = jobBadges(aJob({ ...old, status: 'Cancelled', skipRuleId: 7 }), now);
  expect(badge).toMatchObject({ words: 'Canceled', means: 'Canceled by rule 7.' });
});
