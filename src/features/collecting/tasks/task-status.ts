import type { TaskRow } from '#contract/rows/rows.ts';
import { counted } from '#src/ui/format/format.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

export type TaskStatus = 'setup' | 'customer' | 'team' | 'provider' | 'active';

/** Words of the documents for each display status, and how loud it is. */
export const taskStatuses: Record<TaskStatus, { words: string; tone: BadgeTone; means: string }> = {
  active: { words: 'Active', tone: 'good', means: 'Collects on its schedule.' },
  setup: { words: 'Awaiting Setup', tone: 'warn', means: 'Add the feed URL.' },
  customer: { words: 'Disabled by Customer', tone: 'neutral', means: 'Open the task to enable it.' },
  team: { words: 'Disabled by the Jobdock team', tone: 'warn', means: 'Contact support for details.' },
  provider: { words: 'Disabled by Jobdock', tone: 'warn', means: 'Contact support for details.' },
};

/** How a task stands, in the order in which the documents ask. */
export function taskStatus(task: Pick<TaskRow, 'ready' | 'disabled' | 'disabledByAdmin' | 'ignored'>): TaskStatus {
  if (!task.ready) return 'setup';
  if (task.disabled) return 'customer';
  if (task.disabledByAdmin) return 'team';
  return task.ignored ? 'provider' : 'active';
}

/** When the schedule runs a task next, in words; null where it runs by hand only. */
export function nextRunLabel(task: TaskRow, nowMs: number): string | null {
  if (taskStatus(task) !== 'active' || task.everyMinutes === null) return null;
  if (task.lastRunAt === null) return 'now';
  const minutes = Math.ceil((Date.parse(task.lastRunAt) - nowMs) / 60_000 + task.everyMinutes);
  if (minutes <= 0) return 'now';
  return minutes < 60 ? `in ${minutes} min` : `in ${counted(Math.round(minutes / 60), 'hour')}`;
}

/** How often a task runs, in words. */
export function scheduleLabel(minutes: number | null): string {
  if (minutes === null) return 'Manual';
  if (minutes === 1440) return 'Once a day';
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** Tasks that somebody must look at. Those that Jobdock ignores ask for no one. */
export const needsLook = (task: TaskRow): task is TaskRow & { alarm: string } => task.alarm !== null && !task.ignored;
