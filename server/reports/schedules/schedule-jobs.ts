import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Handler, Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { queueForgotten, takeDue } from '#server/runs/due/due-runs.ts';
import { type Prepare, prepareWith } from './prepare.ts';
import { dueSchedules, scheduleQueue } from './schedule-queue.ts';
import { sendRun } from './send-run.ts';

/** Sends scheduled reports in the background. `handlers` are the calls that answer the reports. */
export const scheduleJobs = (
  services: Services,
  handlers: readonly Handler[],
  prepare: Prepare = prepareWith(services, handlers),
): JobHandler[] => [
  handleJobs(scheduleQueue, {
    atOnce: 2,
    carryOut: ({ customerId, runId }, stopping) =>
      sendRun({ ...services, db: scopeTo(services.db, [customerId]), prepare }, customerId, runId, stopping),
    sendDue: async (db) => {
      await takeDue(db, dueSchedules, services.now());
      await queueForgotten(db, dueSchedules);
    },
  }),
];
