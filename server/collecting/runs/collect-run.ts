import * as z from 'zod';
import type { Tx } from '#server/kit/db/connection.ts';
import { defineRunKind } from '#server/runs/run-kind.ts';
import { hostOf, startRun } from '#server/runs/run-rows.ts';

/**
 * One collection of one task. A vendor that hangs blocks only its own host's runs: the limits leave room for other hosts. `accept`: a
 * person accepts what the last run raised an alarm about. `fileId`: it reads this kept file again instead of asking the vendor.
 */
export const collectRuns = defineRunKind({
  name: 'collect',
  work: z.object({
    taskId: z.number(),
    how: z.enum(['schedule', 'manual', 'replay', 'webhook']),
    accept: z.boolean(),
    fileId: z.number().nullable(),
  }),
  limits: { atOnce: 24, perCustomer: 12, perHost: 2 },
  tries: 3,
  async noteRefused(tx, { customerId, runId }, words, at) {
    const own = tx.updateTable('collection_run').where('customer_id', '=', customerId).where('run_id', '=', runId);
    await own.set({ ended_at: at, outcome: words }).execute();
  },
});
export type CollectWork = z.infer<typeof collectRuns.work>;

/** The user who requested a collection. The user sees its progress until it ends. */
type AskedBy = { readonly userId: number; readonly name: string };

/** A collection to queue. `feed` is the shown address that it asks; it limits how many runs ask one host at once. */
export type CollectRequest = Pick<CollectWork, 'taskId' | 'how'> &
  Partial<CollectWork> & {
    readonly customerId: number;
    readonly name: string;
    readonly feed: string;
    readonly now: Date;
    readonly by?: AskedBy | undefined;
  };

/** Queues a collection of a task. Returns the id of its run, or null if the previous one has not ended. */
export const startCollection = (
  tx: Tx,
  { customerId, name, feed, now, by, accept = false, fileId = null, taskId, how }: CollectRequest,
): Promise<number | null> =>
  startRun(tx, collectRuns, {
    customerId,
    key: String(taskId),
    // A replay asks no host.
    host: fileId === null ? hostOf(feed) : null,
    name: fileId === null ? `Collect ${name}` : `Replay a file of ${name}`,
    work: { taskId, how, accept, fileId },
    total: 0,
    askedBy: by?.userId ?? null,
    byName: by?.name ?? '',
    now,
  });
