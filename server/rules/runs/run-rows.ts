import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { RuleRun } from '#contract/rules/rule-runs.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { defineRunKind } from '#server/runs/run-kind.ts';
import { findRun, type RunRow, runsOf as runsOfKind, startRun, stopRun as stopStored } from '#server/runs/run-rows.ts';

/** Rules run again over jobs: these, or every open one, of one task where `taskId` names it. `recollect`: values of the last collection first. */
export const ruleRuns = defineRunKind({
  name: 'rules',
  work: z.object({ jobIds: z.array(z.number()).nullable(), taskId: z.number().nullable(), recollect: z.boolean() }),
  limits: { atOnce: 2, perCustomer: 1, perHost: 1 },
  tries: 3,
});
export type RuleWork = z.infer<typeof ruleRuns.work>;
/** What a run is for, with its name. */
export type RunWish = RuleWork & { readonly name: string };

const shown = ({ work: _work, result: _result, byName, ...run }: RunRow<RuleWork>): RuleRun =>
  ({ ...run, by: byName }) as RuleRun;

/** Which jobs a run has; those that a rule cancelled are among the open ones, as it may no longer do so. */
export const jobsOfRun = ({ jobIds, taskId }: Pick<RuleWork, 'jobIds' | 'taskId'>): RawBuilder<boolean> =>
  jobIds === null
    ? sql<boolean>`(status not in ('Closed', 'Cancelled') or row -> 'ruled' ? 'status') ${taskId === null ? sql`` : sql`and task_id = ${taskId}`}`
    : sql<boolean>`id = any(${[...jobIds]}::bigint[])`;

type AskedBy = { readonly userId: number | null; readonly name: string };

/** Queues a run, in the caller's transaction; progress is read under its id. */
export async function queueRun(tx: Tx, customerId: number, { name, ...work }: RunWish, by: AskedBy, now: Date): Promise<RuleRun> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from job where customer_id = ${customerId} and not deleted and ${jobsOfRun(work)}`.execute(tx);
  const request = { customerId, key: null, name, work, total: rows[0]?.total ?? 0, askedBy: by.userId, byName: by.name, now };
  const runId = await startRun(tx, ruleRuns, request);
  const run = runId === null ? undefined : await findRun(tx, ruleRuns, { customerId, runId });
  if (!run) throw new Error('a run of rules was not queued');
  return shown(run);
}

/** Runs of a customer, the newest first; `ids` narrows to those. */
export const runsOf = async (db: Db | Tx, customerId: number, ids?: readonly number[]): Promise<RuleRun[]> =>
  (await runsOfKind(db, ruleRuns, customerId, ids)).map(shown);

/** Asks a run to stop with its next portion; null where there is none, `over` where it has ended. */
export async function stopRun(tx: Tx, customerId: number, id: number, now: Date): Promise<RuleRun | null | 'over'> {
  const ref = { customerId, runId: id };
  const stopped = await stopStored(tx, ruleRuns, ref, now);
  const run = await findRun(tx, ruleRuns, ref);
  if (!run) return null;
  return stopped ? shown(run) : 'over';
}
