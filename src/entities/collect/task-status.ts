import type { TaskRow } from '#contract/rows/rows.ts';
import { taskStateNames } from '#domain/tasks/task-state-names.ts';
import { nextRunMs, type TaskStatus } from '#domain/tasks/task-status.ts';
import { counted } from '#src/ui/format/format.ts';
import type { BadgeTone } from '#src/ui/mark/state-badge.tsx';

/** The documented label of each display status, with its badge tone. */
export const taskStatuses: Record<TaskStatus, { words: string; tone: BadgeTone; means: string }> = {
  active: { words: taskStateNames.active, tone: 'good', means: 'Collects on its schedule.' },
  setup: { words: taskStateNames.setup, tone: 'warn', means: 'Fill in what its crawler asks for.' },
  customer: { words: taskStateNames.customer, tone: 'neutral', means: 'Open the task to enable it.' },
  team: { words: taskStateNames.team, tone: 'warn', means: 'Contact support for details.' },
  provider: { words: taskStateNames.provider, tone: 'warn', means: 'Contact support for details.' },
};

/** Label of the next scheduled run; null for a task that has none. */
export function nextRunLabel(task: TaskRow, nowMs: number): string | null {
  const at = nextRunMs(task);
  if (at === null) return null;
  const minutes = Math.ceil((at - nowMs) / 60_000);
  if (minutes <= 0) return 'now';
  return minutes < 60 ? `in ${minutes} min` : `in ${counted(Math.round(minutes / 60), 'hour')}`;
}
