import { expect, test } from 'vitest';
import type { TaskRow } from '#contract/rows/rows.ts';
import { newTask } from '#tests/support/factories/task-factory.ts';
import { needsLook, nextRunLabel, nextRunMs, scheduleLabel, taskStatus } from './task-status.ts';

const task = (more: Partial<TaskRow> = {}): TaskRow => ({ ...newTask, lastRunAt: '2026-11-20T12:00:00.000Z', ...more });
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

test('The next run is the last run plus the interval, rounded up', () => {
  expect(nextRunLabel(task(), now)).toBe('in 6 min');
  expect(nextRunLabel(task({ everyMinutes: 240 }), now)).toBe('in 4 hours');
});

test('The next run of an overdue task, or of a task that never ran, is now', () => {
  expect(nextRunLabel(task({ lastRunAt: '2026-11-20T11:00:00.000Z' }), now)).toBe('now');
  expect(nextRunLabel(task({ lastRunAt: null }), now)).toBe('now');
});

test('Tasks are ordered by their next run: overdue and new ones first, those without one known as such', () => {
  const at = (everyMinutes: number | null, lastRunAt: string | null) => nextRunMs(task({ everyMinutes, lastRunAt }));
  const soon = at(10, '2026-11-20T12:00:00.000Z') ?? 0;
  const late = at(600, '2026-11-20T11:00:00.000Z') ?? 0;
  expect([at(10, null), soon < late, at(null, null)]).toEqual([0, true, null]);
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
  expect(scheduleLabel(minutes)).toBe(words);
});

test('A task with an alarm needs attention, unless Jobdock ignores it', () => {
  expect([needsLook(task({ alarm: 'x' })), needsLook(task({ alarm: 'x', ignored: true })), needsLook(task())]).toEqual([
    true,
    false,
    false,
  ]);
});
