import type { TaskRow } from '#contract/rows/rows.ts';
import { taskStateNames } from '#domain/tasks/task-state-names.ts';
import { counted } from '#src/ui/format/format.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

export type TaskStatus = 'setup' | 'customer' | 'team' | 'provider' | 'active';

/** The documented label of each display status, with its badge tone. */
export const taskStatuses: Record<TaskStatus, { words: string; tone: BadgeTone; means: string }> = {
  active: { words: taskStateNames.active, tone: 'good', means: 'Collects on its schedule.' },
  setup: { words: taskStateNames.setup, tone: 'warn', means: 'Fill in what its crawler asks for.' },
  customer: { words: taskStateNames.customer, tone: 'neutral', means: 'Open the task to enable it.' },
  team: { words: taskStateNames.team, tone: 'warn', means: 'Contact support for details.' },
  provider: { words: taskStateNames.provider, tone: 'warn', means: 'Contact support for details.' },
};

/** The display status of a task. The documents define the order of the checks. */
export function taskStatus(task: Pick<TaskRow, 'ready' | 'disabled' | 'disabledByAdmin' | 'ignored'>): TaskStatus {
  if (!task.ready) return 'setup';
  if (task.disabled) return 'customer';
  if (task.disabledByAdmin) return 'team';
  return task.ignored ? 'provider' : 'active';
}

/** When a task runs next, in milliseconds since 1970. Null if it is not active, runs manually only, or waits for a person. */
export function nextRunMs(task: TaskRow): number | null {
  if (taskStatus(task) !== 'active' || !isScheduled(task)) return null;
  return task.nextRunAt === null ? null : Date.parse(task.nextRunAt);
}

const isScheduled = ({ everyMinutes, runAt }: Schedule): boolean => everyMinutes !== null || runAt.length > 0;

/** Label of the next scheduled run; null for a task that has none. */
export function nextRunLabel(task: TaskRow, nowMs: number): string | null {
  const at = nextRunMs(task);
  if (at === null) return null;
  const minutes = Math.ceil((at - nowMs) / 60_000);
  if (minutes <= 0) return 'now';
  return minutes < 60 ? `in ${minutes} min` : `in ${counted(Math.round(minutes / 60), 'hour')}`;
}

type Schedule = Pick<TaskRow, 'everyMinutes' | 'runAt'>;

/** Label of a task's schedule. */
export function scheduleLabel({ everyMinutes: minutes, runAt }: Schedule): string {
  if (runAt.length > 0) return runAt.length > 3 ? `${runAt.length} times a day` : runAt.join(', ');
  if (minutes === null) return 'Manual';
  if (minutes === 1440) return 'Once a day';
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** Whether a task has an alarm that needs attention. Tasks that Jobdock ignores never do. */
export const needsLook = <T extends TaskRow>(task: T): task is T & { alarm: string } => task.alarm !== null && !task.ignored;
