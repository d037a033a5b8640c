import type { TaskRow } from '#contract/rows/rows.ts';
import { taskDefaults } from '#server/collecting/task-rows/new-task.ts';

/** A task that is ready and has not run yet. */
export const newTask: TaskRow = {
  ...taskDefaults,
  id: 1,
  name: 'Vendor',
  sourceId: 1,
  crawlerId: 1,
  crawler: 'Feed',
  site: 'Vendor',
  disabled: false,
  ready: true,
  has: ['url'],
  everyMinutes: 10,
};
