import * as z from 'zod';
import { EveryMinutes, RunAt } from '../rows/task-schedule.ts';
import { RowIds } from './row-ids.ts';

/** Arguments of the changes of data collection tasks, by wire name. */
export const taskCommandArgs = {
  /** Enables or disables tasks. */
  'task.enable.v1': z.object({ ids: RowIds, enabled: z.boolean() }),
  /** Sets when tasks run by themselves: every so many minutes, or at times of the customer's day instead; never for neither. */
  'task.schedule.v1': z.object({ ids: RowIds, everyMinutes: EveryMinutes, runAt: RunAt }),
} as const;
