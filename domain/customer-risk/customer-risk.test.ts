import { expect, test } from 'vitest';
import { heaviest, type RiskFigures, riskOf, riskSignals } from './customer-risk.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const calm: RiskFigures = {
  activeTasks: 2,
  lastCollectedAt: '2026-11-21T11:00:00.000Z',
  alarms: 0,
  refusedPosts: 0,
  openJobs: 100,
  unmappedJobs: 3,
  pastDueNotice: null,
  lastActiveAt: '2026-11-20T12:00:00.000Z',
};
const signalsOf = (more: Partial<RiskFigures>) => riskSignals({ ...calm, ...more }, now);

test('a customer whose work flows has no signal', () => {
  expect(riskSignals(calm, now)).toEqual([]);
  // Nothing is open: no share of it can be unmapped.
  expect(signalsOf({ openJobs: 0, unmappedJobs: 0 })).toEqual([]);
});

test.each([
  [{ activeTasks: 0 }, 'noCollection', 30, 'No task is switched on, so nothing is collected.'],
  [{ lastCollectedAt: null }, 'noCollection', 30, '2 tasks are switched on, and none has ever collected.'],
  [
    { lastCollectedAt: '2026-11-20T11:00:00.000Z', activeTasks: 1 },
    'noCollection',
    10,
    '1 task is switched on, and none has collected for 1 day.',
  ],
  [
    { lastCollectedAt: '2026-11-18T12:00:00.000Z' },
    'noCollection',
    20,
    '2 tasks are switched on, and none has collected for 3 days.',
  ],
  [{ alarms: 1 }, 'alarms', 5, '1 task has an alarm.'],
  [{ alarms: 9 }, 'alarms', 15, '9 tasks have an alarm.'],
  [{ refusedPosts: 1 }, 'refusedPosts', 5, '1 job was refused by the target or waits for a decision.'],
  [{ refusedPosts: 20 }, 'refusedPosts', 15, '20 jobs were refused by the target or wait for a decision.'],
  [{ unmappedJobs: 25 }, 'unmapped', 6, '25 of 100 open jobs (25%) lack a mapping.'],
  [{ pastDueNotice: 'The account is past due.' }, 'pastDue', 20, 'The account is past due.'],
  [{ lastActiveAt: '2026-11-01T12:00:00.000Z' }, 'nobodySignedIn', 7, 'No one has used Jobdock for 20 days.'],
  [{ lastActiveAt: null }, 'nobodySignedIn', 10, 'No one at the customer has ever signed in.'],
] as const)('%j weighs as %s %i', (more, signal, weight, evidence) => {
  expect(signalsOf(more)).toEqual([{ signal, weight, evidence }]);
});

test('the heaviest signal comes first, and all of them at their heaviest are 100', () => {
  const all = signalsOf({
    activeTasks: 0,
    alarms: 5,
    refusedPosts: 50,
    unmappedJobs: 90,
    pastDueNotice: 'The account is past due.',
    lastActiveAt: null,
  });
  expect(all.map(({ signal }) => signal)).toEqual([
    'noCollection',
    'pastDue',
    'alarms',
    'refusedPosts',
    'unmapped',
    'nobodySignedIn',
  ]);
  expect(riskOf(all)).toBe(100);
  expect(Object.values(heaviest).reduce((sum, weight) => sum + weight, 0)).toBe(100);
});
