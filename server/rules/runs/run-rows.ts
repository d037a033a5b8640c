import { type RawBuilder, sql } from 'kysely';
import type { RuleRun } from '#contract/rules/rule-runs.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** Columns of a run as its callers know them. */
const columns = sql`id, name, state, total, seen, changed, by, queued_at as "queuedAt", started_at as "startedAt",
  ended_at as "endedAt", message, stopping`;

/** What a run is for: these jobs, or every open job, of one task where `taskId` names it. `recollect`: values of the last collection first. */
export type RunWish = {
  readonly name: string;
  readonly jobIds: readonly number[] | null;
  readonly taskId: number | null;
  readonly recollect: boolean;
};

/** Which jobs a run has; those that a rule cancelled are among the open ones, as it may no longer do so. */
export const jobsOfRun = ({ jobIds, taskId }: Pick<RunWish, 'jobIds' | 'taskId'>): RawBuilder<boolean> =>
  jobIds === null
    ? sql<boolean>`(status not in ('Closed', 'Cancelled') or row -> 'ruled' ? 'status') ${taskId === null ? sql`` : sql`and task_id = ${taskId}`}`
    : sql<boolean>`id = any(${[...jobIds]}::bigint[])`;

/** Queues a run; progress is read under its id. */
export async function queueRun(db: Db | Tx, customerId: number, wish: RunWish, by: string, now: Date): Promise<RuleRun> {
  const { rows } = await sql<RuleRun>`
    insert into rule_run (customer_id, name, job_ids, task_id, recollect, total, by, queued_at)
    select ${customerId}, ${wish.name}, ${wish.jobIds === null ? null : [...wish.jobIds]}::bigint[], ${wish.taskId}::int, ${wish.recollect},
      (select count(*) from job where customer_id = ${customerId} and not deleted and ${jobsOfRun(wish)}), ${by}, ${now}
    returning ${columns}`.execute(db);
  const [run] = rows;
  if (!run) throw new Error('a run of rules was not queued');
  return run;
}

/** Runs of a customer, the newest first; `ids` narrows to those. */
export async function runsOf(db: Db | Tx, customerId: number, ids?: readonly number[]): Promise<RuleRun[]> {
  const { rows } = await sql<RuleRun>`
    select ${columns} from rule_run where customer_id = ${customerId}
      ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::bigint[])`} order by id desc limit 50`.execute(db);
  return rows;
}

/** Asks a run to stop with its next portion; null where there is none, `over` where it has ended. */
export async function stopRun(db: Db | Tx, customerId: number, id: number, now: Date): Promise<RuleRun | null | 'over'> {
  const { rows } = await sql<RuleRun>`
    update rule_run set stopping = true, state = case when state = 'queued' then 'cancelled' else state end,
      ended_at = case when state = 'queued' then ${now}::timestamptz else ended_at end
    where customer_id = ${customerId} and id = ${id} and state in ('queued', 'running') returning ${columns}`.execute(db);
  if (rows[0]) return rows[0];
  return (await runsOf(db, customerId, [id])).length > 0 ? 'over' : null;
}
