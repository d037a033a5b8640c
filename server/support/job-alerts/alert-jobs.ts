import { scopeTo } from '#server/kit/db/customer-scope.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { queueForgotten, takeDue } from '#server/runs/due/due-runs.ts';
import { targetsOpenedBy } from '#server/targets/open-target.ts';
import { alertQueue, dueAlerts } from './alert-queue.ts';
import { readJobs } from './new-jobs.ts';
import { channelsOf, readCandidates } from './send-alert.ts';
import { type RunParts, sendRun } from './send-run.ts';

/** Where jobs and candidates come from. */
type Sources = Pick<RunParts, 'jobs' | 'candidates'>;

const sourcesOf = (services: Services): Sources => ({
  jobs: (db, { customer_id: customerId, configuration_id: configurationId, owner_id: ownerId }, signal) =>
    readJobs(db, { customerId, configurationId, ownerId, now: services.now(), signal }),
  candidates: (alert) =>
    readCandidates(targetsOpenedBy(services), alert.customer_id, alert.target_id, { mobiles: channelsOf(alert).includes('sms') }),
});

/** Sends job alerts in the background. */
export const alertJobs = (services: Services, sources: Sources = sourcesOf(services)): JobHandler[] => [
  handleJobs(alertQueue, {
    atOnce: 2,
    carryOut: ({ customerId, runId }, stopping) =>
      sendRun({ ...services, db: scopeTo(services.db, [customerId]), ...sources }, customerId, runId, stopping),
    sendDue: async (db) => {
      await takeDue(db, dueAlerts, services.now());
      await queueForgotten(db, dueAlerts);
    },
  }),
];
