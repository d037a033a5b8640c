import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { RuleRun } from '#contract/rules/rule-runs.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Customers } from '#server/kit/db/of-customers.ts';
import { undoableRuns } from '#server/runs/run-jobs.ts';
import { defineRunKind } from '#server/runs/run-kind.ts';
import { type RunRow, runsOf as runsOfKind, startRun, stopRun as stopStored } from '#server/runs/run-rows.ts';

/** Facilities of one source that are no longer staffed. */
const Staffing = z.object({ sourceId: z.number(), facilities: z.array(z.string()) });

/**
 * A run of rules over given jobs, or over all open ones (of one task, if `taskId`). `staffing`: the run carries out that facilities are
 * no longer staffed, so undoing it staffs them again.
 */
export const ruleRuns = defineRunKind({
  name: 'rules',
  work: z.object({
    jobIds: z.array(z.number()).nullable(),
    taskId: z.number().nullable(),
    staffing: Staffing.optional(),
    /** The descriptions of the jobs are read again before the rules run. */
    readings: z.boolean().optional(),
  }),
  limits: { atOnce: 2, perCustomer: 1, perHost: 1 },
  tries: 3,
});
export type RuleWork = z.infer<typeof ruleRuns.work>;
/** The work of a run, with its name. */
export type RunWish = RuleWork & { readonly name: string };

/** Asks the vendors of jobs about them. */
export const refreshRuns = defineRunKind({
  name: 'refresh',
  work: z.object({ jobIds: z.array(z.number()) }),
  limits: { atOnce: 4, perCustomer: 2, perHost: 1 },
  tries: 3,
});
export type RefreshWork = z.infer<typeof refreshRuns.work>;

type StoredRun = RunRow<RuleWork> | RunRow<RefreshWork>;
type Undone = { readonly restored?: number; readonly kept?: number };

/** Runs as people see them. `kind` tells those of rules from those that ask vendors. */
async function shown(db: Db | Tx, kind: RuleRun['kind'], runs: readonly StoredRun[]): Promise<RuleRun[]> {
  const undoable = await undoableRuns(
    db,
    runs.map(({ id }) => id),
  );
  return runs.map(({ work, result, byName, ...run }) => {
    const { restored = 0, kept = 0 } = result as Undone;
    const isOver = run.state === 'done' || run.state === 'cancelled';
    const isUndone = run.state === 'undone' || run.state === 'undoing';
    const canUndo = isOver && ('staffing' in work || undoable.has(run.id));
    return { ...run, kind, by: byName, canUndo, undo: isUndone ? { restored, kept } : null };
  });
}

/** The jobs of a run. Includes jobs that a rule canceled, since the rule may no longer apply. */
export const jobsOfRun = ({ jobIds, taskId }: Pick<RuleWork, 'jobIds' | 'taskId'>): RawBuilder<boolean> =>
  jobIds === null
    ? sql<boolean>`(status not in ('Closed', 'Cancelled') or row -> 'ruled' ? 'status') ${taskId === null ? sql`` : sql`and task_id = ${taskId}`}`
    : sql<boolean>`id = any(${[...jobIds]}::bigint[])`;

type AskedBy = { readonly userId: number | null; readonly name: string };

/** Queues a run of rules in the caller's transaction. Its id gives access to its progress. */
export async function queueRun(tx: Tx, customerId: number, { name, ...work }: RunWish, by: AskedBy, now: Date): Promise<RuleRun> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from job where customer_id = ${customerId} and not deleted and ${jobsOfRun(work)}`.execute(tx);
  const request = { customerId, key: null, name, work, total: rows[0]?.total ?? 0, askedBy: by.userId, byName: by.name, now };
  return queued(tx, customerId, await startRun(tx, ruleRuns, request));
}

/** Queues a run that asks the vendors of jobs about them, in the caller's transaction. */
export async function queueRefresh(
  tx: Tx,
  customerId: number,
  { name, jobIds }: RefreshWork & { readonly name: string },
  by: AskedBy,
  now: Date,
): Promise<RuleRun> {
  const total = jobIds.length;
  const request = { customerId, key: null, name, work: { jobIds }, total, askedBy: by.userId, byName: by.name, now };
  return queued(tx, customerId, await startRun(tx, refreshRuns, request));
}

async function queued(tx: Tx, customerId: number, id: number | null): Promise<RuleRun> {
  const run = id === null ? undefined : (await runsOf(tx, [customerId], [id]))[0];
  if (!run) throw new Error('a run over jobs was not queued');
  return run;
}

const most = 50;

/** Runs over jobs of customers, of both kinds, the newest 50 first; with `ids`, only those. */
export async function runsOf(db: Db | Tx, customers: Customers, ids?: readonly number[]): Promise<RuleRun[]> {
  const rules = await shown(db, 'rules', await runsOfKind(db, ruleRuns, customers, ids));
  const refreshes = await shown(db, 'refresh', await runsOfKind(db, refreshRuns, customers, ids));
  return [...rules, ...refreshes].sort((a, b) => b.id - a.id).slice(0, most);
}

/** Asks a run to stop before its next portion. Null if it does not exist, `over` if it has ended. */
export async function stopRun(tx: Tx, customerId: number, id: number, now: Date): Promise<RuleRun | null | 'over'> {
  const [run] = await runsOf(tx, [customerId], [id]);
  if (!run) return null;
  const stopped = await stopStored(tx, { name: run.kind }, { customerId, runId: id }, now);
  return stopped ? ((await runsOf(tx, [customerId], [id]))[0] ?? null) : 'over';
}
