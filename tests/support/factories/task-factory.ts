import type { TaskRow } from '#contract/rows/rows.ts';

/** A task that is ready and has not run yet. */
export const newTask: TaskRow = {
  id: 1,
  name: 'Vendor',
  sourceId: 1,
  crawlerId: 1,
  crawler: 'Feed',
  site: 'Vendor',
  disabled: false,
  disabledByAdmin: false,
  ignored: false,
  ready: true,
  everyMinutes: 10,
  runAt: [],
  nextRunAt: null,
  lastRunAt: null,
  lastSuccessAt: null,
  lastResult: null,
  alarm: null,
  error: null,
  staged: 0,
  refused: 0,
};
