import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { RuleRun } from '#contract/rules/rule-runs.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import { defineRunKind } from '#server/runs/run-kind.ts';
import { findRun, type RunRow, runsOf as runsOfKind, startRun, stopRun as stopStored } from '#server/runs/run-rows.ts';

/** A run of rules over given jobs, or over all open ones (of one task, if `taskId`). `recollect`: collected values first. */
export const ruleRuns = defineRunKind({
  name: 'rules',
  work: z.object({ jobIds: z.array(z.number()).nullable(), taskId: z.number().nullable(), recollect: z.boolean() }),
  limits: { atOnce: 2, perCustomer: 1, perHost: 1 },
  tries: 3,
});
export type RuleWork = z.infer<typeof ruleRuns.work>;
/** The work of a run, with its name. */
export type RunWish = RuleWork & { readonly name: string };

const shown = ({ work: _work, result: _result, byName, ...run }: RunRow<RuleWork>): RuleRun =>
  ({ ...run, by: byName }) as RuleRun;

/** The jobs of a run. Includes jobs that a rule canceled, since the rule may no longer apply. */
export const jobsOfRun = ({ jobIds, taskId }: Pick<RuleWork, 'jobIds' | 'taskId'>): RawBuilder<boolean> =>
  jobIds === null
    ? sql<boolean>`(status not in ('Closed', 'Cancelled') or row -> 'ruled' ? 'status') ${taskId === null ? sql`` : sql`and task_id = ${taskId}`}`
    : sql<boolean>`id = any(${[...jobIds]}::bigint[])`;

type AskedBy = { readonly userId: number | null; readonly name: string };

/** Queues a run in the caller's transaction. Its id gives access to its progress. */
export async function queueRun(tx: Tx, customerId: number, { name, ...work }: RunWish, by: AskedBy, now: Date): Promise<RuleRun> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from job where customer_id = ${customerId} and not deleted and ${jobsOfRun(work)}`.execute(tx);
  const request = { customerId, key: null, name, work, total: rows[0]?.total ?? 0, askedBy: by.userId, byName: by.name, now };
  const runId = await startRun(tx, ruleRuns, request);
  const run = runId === null ? undefined : await findRun(tx, ruleRuns, { customerId, runId });
  if (!run) throw new Error('a run of rules was not queued');
  return shown(run);
}

/** Runs of customers, newest first; with `ids`, only those. */
export const runsOf = async (db: Db | Tx, customers: Customers, ids?: readonly number[]): Promise<RuleRun[]> =>
  (await runsOfKind(db, ruleRuns, customers, ids)).map(shown);

/** Asks a run to stop before its next portion. Null if it does not exist, `over` if it has ended. */
export async function stopRun(tx: Tx, customerId: number, id: number, now: Date): Promise<RuleRun | null | 'over'> {
  const ref = { customerId, runId: id };
  const stopped = await stopStored(tx, ruleRuns, ref, now);
  const run = await findRun(tx, ruleRuns, ref);
  if (!run) return null;
  return stopped ? shown(run) : 'over';
}
