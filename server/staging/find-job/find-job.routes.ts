import { ok } from '#contract/kit/result.ts';
import { findJob, mostFound } from '#contract/staging/find-job.ts';
import { onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { rowOrAll } from '#server/kit/http/loaders.ts';
import { mailsWithoutJob, refusedRows, removedJob } from './never-staged.ts';
import { stagedJobsWith } from './staged-jobs.ts';

export const findJobRoutes: Handler[] = [
  handle(
    findJob,
    { audit: onlyReads, load: { source: rowOrAll('source', 'sourceId'), target: rowOrAll('target', 'targetId') } },
    async ({ cust, sourceId, jobId }, { services: { db, secrets, now } }, { target }) => {
      const search = { customerId: cust, sourceId: sourceId > 0 ? sourceId : null, jobId };
      const limit = mostFound + 1;
      const jobs = await stagedJobsWith(db, search, { target: target?.row ?? null, limit, now: now() });
      const refused = await refusedRows(db, search, limit);
      const others = [
        ...(await removedJob(db, search)),
        // A row that was refused once and read later is a job. The source of an upload is not known.
        ...refused.filter(({ source, taskId }) => !jobs.some((job) => taskId === null || job.source === source)),
        ...(jobs.length > 0 ? [] : await mailsWithoutJob({ db, secrets }, search, limit)),
      ];
      const found = [...jobs, ...others];
      return ok({ found: found.slice(0, mostFound), isCut: found.length > mostFound });
    },
  ),
];
