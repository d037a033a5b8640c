import { defineQueue } from '#server/kit/queue/queue.ts';
import { type DuePlans, mostTries } from '#server/runs/due/due-runs.ts';

/** One run of a schedule to carry out. */
export const scheduleQueue = defineQueue<{ customerId: number; runId: number }>('report-schedule', {
  tries: mostTries,
  retrySeconds: 60,
  expireSeconds: 600,
});

/** Schedules of reports, which are due at instants. */
export const dueSchedules: DuePlans = {
  plans: 'report_schedule',
  runs: 'report_run',
  planId: 'schedule_id',
  queue: scheduleQueue,
};
