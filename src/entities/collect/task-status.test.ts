import { expect, test } from 'vitest';
import type { TaskRow } from '#contract/rows/rows.ts';
import { needsLook, nextRunMs, scheduleLabel, taskStatus } from '#domain/tasks/task-status.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { nextRunLabel } from './task-status.ts';

const task = (more: Partial<TaskRow> = {}): TaskRow => ({
  ...newTask,
  lastRunAt: '2026-11-20T12:00:00.000Z',
  nextRunAt: '2026-11-20T12:10:00.000Z',
  ...more,
});
const now = Date.parse('2026-11-20T12:04:30.000Z');

test.each([
  [{}, 'active'],
  [{ ignored: true }, 'provider'],
  [{ ignored: true, disabledByAdmin: true }, 'team'],
  [{ ignored: true, disabledByAdmin: true, disabled: true }, 'customer'],
  [{ ignored: true, disabledByAdmin: true, disabled: true, ready: false }, 'setup'],
] as const)('A task with %o is %s: setup is checked first, then who disabled it', (more, status) => {
  expect(taskStatus(task(more))).toBe(status);
});

test('The next run is shown in minutes or hours, rounded up', () => {
  expect(nextRunLabel(task(), now)).toBe('in 6 min');
  expect(nextRunLabel(task({ nextRunAt: '2026-11-20T16:00:00.000Z' }), now)).toBe('in 4 hours');
});

test('The next run of an overdue task is now, and a task that waits for a person has none', () => {
  expect(nextRunLabel(task({ nextRunAt: '2026-11-20T12:00:00.000Z' }), now)).toBe('now');
  expect([nextRunLabel(task({ nextRunAt: null }), now), nextRunMs(task({ nextRunAt: null }))]).toEqual([null, null]);
});

test('A task that runs at times of the day has a next run', () => {
  expect(nextRunLabel(task({ everyMinutes: null, runAt: ['08:00'] }), now)).toBe('in 6 min');
});

test('A task that is disabled or manual has no next run', () => {
  expect([nextRunLabel(task({ disabled: true }), now), nextRunLabel(task({ everyMinutes: null }), now)]).toEqual([null, null]);
});

test.each([
  [null, 'Manual'],
  [45, '45 min'],
  [120, '2 h'],
  [1440, 'Once a day'],
])('An interval of %s minutes is shown as "%s"', (minutes, words) => {
  expect(scheduleLabel({ everyMinutes: minutes, runAt: [] })).toBe(words);
});

test('Times of the day are listed, and counted where they are many', () => {
  expect(scheduleLabel({ everyMinutes: null, runAt: ['06:00', '18:30'] })).toBe('06:00, 18:30');
  expect(scheduleLabel({ everyMinutes: null, runAt: ['06:00', '07:00', '08:00', '09:00'] })).toBe('4 times a day');
});

test('A task with an alarm needs attention, unless Jobdock ignores it', () => {
  expect([needsLook(task({ alarm: 'x' })), needsLook(task({ alarm: 'x', ignored: true })), needsLook(task())]).toEqual([
    true,
    false,
    false,
  ]);
});
