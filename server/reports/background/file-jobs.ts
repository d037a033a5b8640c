import type { Handler, Services } from '#server/kit/http/handle.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { runHandler } from '#server/runs/carry-out.ts';
import { makeFile } from './make-file.ts';
import { fileRuns } from './queue-file.ts';

/** Makes files of reports in the background. `handlers` are the calls that answer the reports. */
export const reportFileJobs = (services: Services, handlers: readonly Handler[]): JobHandler[] => [
  runHandler(services, fileRuns, makeFile(services, handlers)),
];
