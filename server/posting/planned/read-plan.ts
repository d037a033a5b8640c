import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { PostingPlan } from '#contract/posting/posting-plan.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { type PlanGrounds, type PlanLine, type Planned, sumUp } from '#domain/posting/posting-plan.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { readFlexMapping } from '../flex-mapping/read-flex-mapping.ts';
import { readRateFloor } from '../rate-floor/read-rate-floor.ts';
import { mappingsOf, readSameOrders } from '../same-orders/read-same-orders.ts';

/** Decides about one job of a portion. */
export type Judge = (job: JobRow, grounds: PlanGrounds) => Planned;

/** Jobs that are read and judged at once. */
export const portionJobs = 500;

/** The next open jobs of sources by id. `which` is a further condition on the columns of `job`. */
export async function openJobsAfter(
  db: Db | Tx,
  customerId: number,
  { sourceIds, after, which = sql`true` }: { sourceIds: readonly number[]; after: number; which?: RawBuilder<unknown> },
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<JobRow[]> {
  const { rows } = await sql<{ row: JobRow }>`
    select row from job where customer_id = ${customerId} and source_id = any(${[...sourceIds]}::integer[]) and not deleted
      and status = 'Open' and id > ${after} and ${which} order by id limit ${portionJobs} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** What decides about every job of a plan alike: the customer's lowest rates, and the target's flex mapping. */
type Conditions = Pick<PlanGrounds, 'floor' | 'flex'>;

export const conditionsOf = async (db: Db | Tx, customerId: number, targetId: number): Promise<Conditions> => ({
  floor: await readRateFloor(db, customerId),
  flex: await readFlexMapping(db, customerId, targetId),
});

/** What decides about these jobs besides their rows, by the job's id. */
export async function groundsOf(
  db: Db | Tx,
  customerId: number,
  jobs: readonly JobRow[],
  conditions: Conditions,
): Promise<(job: JobRow) => PlanGrounds> {
  const values = await mappingsOf(db, customerId, jobs);
  const others = await readSameOrders(db, customerId, jobs);
  return (job) => ({ values, ...conditions, others: others.get(job.id) ?? [] });
}

/** Plans every open job of the sources, a portion at a time. `seen` of the plan names the jobs that would be posted or updated. */
export async function readPlan(
  db: Db | Tx,
  customerId: number,
  { target, sourceIds }: { readonly target: TargetRow; readonly sourceIds: readonly number[] },
  judgeOf: (jobs: readonly JobRow[]) => Promise<Judge>,
): Promise<PostingPlan> {
  const conditions = await conditionsOf(db, customerId, target.id);
  const lines: PlanLine[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const jobs: JobRow[] = await openJobsAfter(db, customerId, { sourceIds, after });
    const judge = await judgeOf(jobs);
    const grounds = await groundsOf(db, customerId, jobs, conditions);
    for (const job of jobs) {
      const { id, providerJobId, title, facility } = job;
      lines.push({ id, providerJobId, title, facility, planned: judge(job, grounds(job)) });
    }
    after = jobs.length < portionJobs ? undefined : jobs.at(-1)?.id;
  }
  const { leftOut, examples, ...counts } = sumUp(lines);
  return {
    target: target.name,
    ...counts,
    examples: [...examples],
    leftOut: [...leftOut],
    seen: tokenOf(lines, target.id, sourceIds),
  };
}

/** A short name of exactly these jobs and what is planned for them. */
function tokenOf(lines: readonly PlanLine[], targetId: number, sourceIds: readonly number[]): string {
  const acting = lines.flatMap(({ id, planned }) => (planned.kind === 'left' ? [] : [`${planned.kind}${id}`]));
  const named = JSON.stringify([targetId, sourceIds.toSorted((a, b) => a - b), acting]);
  return `${acting.length}-${createHash('sha256').update(named).digest('hex').slice(0, 16)}`;
}
