import type { TaskRow } from '#contract/rows/rows.ts';
import { instantMs } from '../columns/instant.ts';

/** The display status of a task: active, not set up yet, or disabled by the customer, the team or the provider. */
export type TaskStatus = 'setup' | 'customer' | 'team' | 'provider' | 'active';

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
  return task.nextRunAt === null ? null : instantMs(task.nextRunAt);
}

const isScheduled = ({ everyMinutes, runAt }: Schedule): boolean => everyMinutes !== null || runAt.length > 0;

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
