import { sql } from 'kysely';
import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { countNewErrors } from './count-new-errors.ts';

/** Triggers counting. The rows of `error_event` say what is counted. */
const alertQueue = defineQueue('error-alerts');

/** Counts errors per configuration and stores the messages about them. */
export const errorAlertJobs = (services: Pick<Services, 'db' | 'now' | 'mail' | 'config'>): JobHandler[] => [
  handleJobs(alertQueue, {
    atOnce: 1,
    carryOut: (_ids, stopping) => countNewErrors(services, stopping),
    async sendDue(db) {
      const { rows } = await sql`select from error_event where not counted
        union all select from error_configuration where due_at <= ${services.now()} limit 1`.execute(db);
      if (rows.length > 0) await sendJob(db, alertQueue, {});
    },
  }),
];
