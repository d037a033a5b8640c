import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';
import { givingWay } from '#server/targets/pace/priority.ts';
import { watchedTargets } from './drift-rows.ts';
import { type LookContext, lookAtTarget } from './look-at-target.ts';

const looks = defineQueue('drift-looks', { tries: 1, expireSeconds: 1800, keepHours: 1 });

/** Looks every ten minutes at job orders of each target, to find what people changed there. */
export const driftJobs = (context: LookContext): JobHandler[] => [
  handleJobs(looks, {
    atOnce: 1,
    schedule: { cron: '*/10 * * * *', zone: 'UTC' },
    carryOut: async (_ids, stopping) => {
      let looked = 0;
      for (const target of await watchedTargets(context.db)) {
        if (stopping.aborted) break;
        looked += await givingWay(() => lookAtTarget(context, target, stopping));
      }
      return looked;
    },
  }),
];
