import * as z from 'zod';
import type { Tx } from '#server/kit/db/connection.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { type RunContext, runHandler } from '#server/runs/carry-out.ts';
import { countedIn, RunStopped } from '#server/runs/lease.ts';
import { type DoRun, defineRunKind } from '#server/runs/run-kind.ts';
import { startRun } from '#server/runs/run-rows.ts';
import { openJobs, withdrawMissing } from '../staging/stage-jobs.ts';

/** The cancellation of the open jobs of a task that was removed. */
const removalRuns = defineRunKind({
  name: 'task-removal',
  work: z.object({ taskId: z.number(), sourceId: z.number(), source: z.string() }),
  limits: { atOnce: 2, perCustomer: 1, perHost: 1 },
  tries: 3,
});
type RemovalWork = z.infer<typeof removalRuns.work>;

type RemovedTask = RemovalWork & {
  readonly customerId: number;
  readonly name: string;
  readonly by: { readonly userId: number; readonly name: string };
  readonly now: Date;
};

/** Queues the cancellation of a removed task's open jobs, in the transaction that removes it. Returns how many they are. */
export async function cancelJobsOf(tx: Tx, { customerId, name, by, now, ...work }: RemovedTask): Promise<number> {
  const open = await openJobs(tx, { customerId, ...work });
  if (open.length === 0) return 0;
  await startRun(tx, removalRuns, {
    customerId,
    key: String(work.taskId),
    name: `Cancel the jobs of ${name}`,
    work,
    total: open.length,
    askedBy: by.userId,
    byName: by.name,
    now,
  });
  return open.length;
}

export const removalJobs = (context: RunContext): JobHandler[] => [runHandler(context, removalRuns, cancelJobs(context))];

const stoppedText = 'Stopped. Jobs canceled so far stay canceled; the others stay open.';

const cancelJobs =
  ({ now }: RunContext): DoRun<RemovalWork> =>
  async ({ customerId, work, lease, db }) => {
    try {
      const cancelled = await withdrawMissing(db, { customerId, ...work }, new Set(), {
        now,
        guard: lease.guard,
        onChunk: countedIn(lease),
      });
      return { state: 'done', message: `${cancelled} jobs canceled` };
    } catch (error) {
      if (error instanceof RunStopped) return { state: 'cancelled', message: stoppedText };
      if (lease.signal.aborted) return 'gave way';
      throw error;
    }
  };
