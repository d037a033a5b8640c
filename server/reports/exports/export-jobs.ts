import type { Services } from '#server/kit/http/handle.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { runHandler } from '#server/runs/carry-out.ts';
import { makeExport } from './make-export.ts';
import { exportRuns } from './queue-export.ts';

/** Makes the exports of customers in the background. */
export const exportJobs = (services: Services): JobHandler[] => [runHandler(services, exportRuns, makeExport(services))];
