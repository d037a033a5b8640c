import { defineQueue } from '#server/kit/queue/queue.ts';
import { type DuePlans, mostTries } from '#server/runs/due/due-runs.ts';

/** One run of an alert to carry out. Its tries leave time for an ATS that is not reached. */
export const alertQueue = defineQueue<{ customerId: number; runId: number }>('job-alert', {
  tries: mostTries,
  retrySeconds: 120,
  expireSeconds: 900,
});

/** Job alerts, which are due at instants. */
export const dueAlerts: DuePlans = { plans: 'job_alert', runs: 'job_alert_run', planId: 'alert_id', queue: alertQueue };
