import { expect, test } from 'vitest';
import type { Schedule } from '#contract/reports/schedules.ts';
import { reportIds } from '#domain/reports/kit/report-ids.ts';
import { lastRunOf, schedulesOf } from './library-runs.ts';

const rules = { id: reportIds.rules, path: '/report_rules' } as const;
const aSchedule = (over: Partial<Schedule> = {}): Schedule => ({
  id: 1,
  configurationId: 2,
  frequency: 'weekly',
  days: [1],
  day: 1,
  time: '08:00',
  file: 'xlsx',
  dontSendMe: false,
  addresses: [],
  threshold: 0,
  configuration: 'Active rules',
  report: 'Rule report',
  reportUrl: '/report_rules?cfid=2',
  ownerId: 5,
  owner: 'Ben',
  zone: 'America/New_York',
  unconfirmed: [],
  isPaused: false,
  pausedBecause: '',
  nextAt: '2026-11-30T13:00:00.000Z',
  lastRun: null,
  ...over,
});
const sent = (endedAt: string, state: 'sent' | 'below' = 'sent') => ({
  id: 9,
  dueAt: endedAt,
  endedAt,
  state,
  rows: 3,
  mails: 1,
  message: '',
  byHand: false,
});
const file = { reportId: reportIds.rules, madeAt: '2026-11-24T10:00:00.000Z' };
const known = (over: object = {}) => ({ openedAt: null, schedules: [], files: [], ...over });

test('a report last ran when it was opened, sent or exported, whichever was last', () => {
  const schedules = [aSchedule({ lastRun: sent('2026-11-23T13:00:00.000Z') })];
  expect(lastRunOf(rules, known())).toBeNull();
  expect(lastRunOf(rules, known({ schedules }))).toEqual({ what: 'Sent', at: '2026-11-23T13:00:00.000Z' });
  expect(lastRunOf(rules, known({ schedules, files: [file] }))?.what).toBe('Exported');
  expect(lastRunOf(rules, known({ schedules, files: [file], openedAt: '2026-11-25T10:00:00.000Z' }))?.what).toBe('Opened');
  const below = [aSchedule({ lastRun: sent('2026-11-26T13:00:00.000Z', 'below') })];
  expect(lastRunOf(rules, known({ schedules: below }))).toBeNull();
});

test('its schedules are those of its own views, the next one first', () => {
  const schedules = [
    aSchedule({ id: 1, isPaused: true, nextAt: null }),
    aSchedule({ id: 2, days: [4, 1] }),
    aSchedule({ id: 3, frequency: 'daily', time: '17:30', nextAt: '2026-11-26T22:30:00.000Z' }),
    aSchedule({ id: 4, reportUrl: '/report_jobs?cfid=2' }),
    aSchedule({ id: 5, reportUrl: '/staging?cfid=2' }),
  ];
  expect(schedulesOf(rules, schedules).map(({ words }) => words)).toEqual([
    'Daily 5:30 PM',
    'Mon, Thu 8:00 AM',
    'Mondays 8:00 AM (paused)',
  ]);
  expect(schedulesOf(rules, schedules)[0]?.path).toBe('/report_myreports?schedule=3');
});
