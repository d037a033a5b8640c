import type { Tx } from '#server/kit/db/connection.ts';
import { stopRun } from '#server/runs/run-rows.ts';
import { collectRuns } from './collect-run.ts';

/** Asks the run of a task to stop, in the caller's transaction. Returns whether one was waiting or in progress. */
export async function stopCollection(
  tx: Tx,
  { customerId, taskId }: { readonly customerId: number; readonly taskId: number },
  now: Date,
): Promise<boolean> {
  const run = await tx
    .selectFrom('run')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('kind', '=', collectRuns.name)
    .where('key', '=', String(taskId))
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return run !== undefined && (await stopRun(tx, collectRuns, { customerId, runId: run.id }, now));
}
