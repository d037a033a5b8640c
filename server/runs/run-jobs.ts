import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { listRunJobs } from '#contract/rules/rule-runs.ts';
import { changesBetween } from '#domain/jobs/changes.ts';
import { changesIn, imagesOf, type JobImages, takenBack } from '#domain/jobs/job-image.ts';
import { historyOf } from '../commands/record.ts';
import { writeRows } from '../feed/publish.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { inPortions } from './carry-out.ts';
import type { RunRef } from './lease.ts';
import type { ClaimedRun, RunEnd } from './run-kind.ts';

/** What a run did with one job. `images` is null where the job did not change. */
export type RunJob = {
  readonly jobId: number;
  readonly outcome: 'changed' | 'same' | 'gone' | 'failed' | 'not_asked';
  readonly words?: string;
  readonly images?: JobImages | null;
};

/** A job before and after a run wrote it. */
export type WrittenJob = { readonly before: JobRow; readonly after: JobRow };

/** The line of a job that was written, or that came out as it was. */
export function runJobOf({ before, after }: WrittenJob, ofChange: 'changed' | 'gone' = 'changed'): RunJob {
  const images = imagesOf(before, after);
  return { jobId: after.id, outcome: images === null && ofChange === 'changed' ? 'same' : ofChange, images };
}

/**
 * Stores what a run did with jobs, in the transaction that wrote them. A run that writes a job twice keeps the values from before the
 * first time.
 */
export async function keepRunJobs(tx: Tx, { customerId, runId }: RunRef, jobs: readonly RunJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const lines = jobs.map(({ jobId, outcome, words = null, images }) => ({
    job: jobId,
    outcome,
    words,
    before: images?.before ?? null,
    after: images?.after ?? null,
  }));
  await sql`
    insert into run_job (customer_id, run_id, job_id, outcome, words, before, after)
    select ${customerId}, ${runId}, j.job, j.outcome, j.words, j.before, j.after
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as j(job bigint, outcome text, words text, before jsonb, after jsonb)
    on conflict (customer_id, run_id, job_id) do update set
      outcome = case when run_job.before is null then excluded.outcome else run_job.outcome end, words = excluded.words,
      before = coalesce(excluded.before, '{}') || coalesce(run_job.before, '{}'),
      after = coalesce(run_job.after, '{}') || coalesce(excluded.after, '{}')
    where excluded.before is not null`.execute(tx);
}

/** Ids of the jobs that a run is done with. */
export async function doneJobs(db: Db, { customerId, runId }: RunRef): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select job_id as id from run_job where customer_id = ${customerId} and run_id = ${runId}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** How many jobs of a run came out how. */
export async function outcomesOf(db: Db, { customerId, runId }: RunRef): Promise<ReadonlyMap<RunJob['outcome'], number>> {
  const { rows } = await sql<{ outcome: RunJob['outcome']; jobs: number }>`
    select outcome, count(*) as jobs from run_job where customer_id = ${customerId} and run_id = ${runId} group by outcome`.execute(
    db,
  );
  return new Map(rows.map(({ outcome, jobs }) => [outcome, jobs]));
}

/** The runs among these that hold values to go back to. Run ids are unique over all customers. */
export async function undoableRuns(db: Db | Tx, runIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (runIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select distinct run_id as id from run_job where run_id = any(${[...runIds]}::bigint[]) and before is not null and not undone`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

type Page = { readonly size: number; readonly number: number };
type Listed = ReplyOf<typeof listRunJobs>;

/** What a run did with each job, one page at a time: changed ones first, then those that the vendor said nothing about. */
export async function runJobs(db: Db, { customerId, runId }: RunRef, page: Page): Promise<Listed> {
  const from = sql`from run_job r join job j on j.customer_id = r.customer_id and j.id = r.job_id and not j.deleted
    where r.customer_id = ${customerId} and r.run_id = ${runId}`;
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
  const { rows } = await sql<{ row: JobRow; before: JobImages['before'] | null; after: JobImages['after'] | null } & RunLine>`
    select j.row, r.outcome, r.words, r.before, r.after, r.undone ${from}
    order by array_position(array['changed', 'gone', 'failed', 'not_asked', 'same'], r.outcome), r.job_id
    limit ${page.size} offset ${(page.number - 1) * page.size}`.execute(db);
  return {
    total: counted[0]?.total ?? 0,
    rows: rows.map(({ row, before, after, ...line }) => ({
      id: row.id,
      providerJobId: row.providerJobId,
      title: row.title,
      ...line,
      changes: before && after ? [...changesIn(row, { before, after })] : [],
    })),
  };
}
type RunLine = Pick<Listed['rows'][number], 'outcome' | 'words' | 'undone'>;

/** Jobs per transaction of an undo, so that it never blocks the customer's feed for long. */
const portionJobs = 500;

/** Takes back what a run did with its jobs, except those that somebody has changed since. */
export async function undoRunJobs(db: Db, run: ClaimedRun<unknown>, now: () => Date): Promise<RunEnd | 'gave way'> {
  const how = await inPortions(run.lease, () => undoPortion(db, run, now()));
  if (how === 'gave way') return how;
  return {
    state: 'undone',
    message({ result: { restored = 0, kept = 0 } }) {
      const left = Number(kept) > 0 ? `, ${String(kept)} changed by people since and left` : '';
      return `Undone: ${String(restored)} put back${left}`;
    },
  };
}

async function undoPortion(db: Db, { customerId, runId, lease }: ClaimedRun<unknown>, now: Date): Promise<'more' | 'end'> {
  return db.transaction().execute(async (tx) => {
    const { cursor: after, result } = await lease.hold(tx);
    const { rows } = await sql<{ id: number } & JobImages>`
      select job_id as id, before, after from run_job where customer_id = ${customerId} and run_id = ${runId} and job_id > ${after}
        and before is not null and not undone order by job_id limit ${portionJobs}`.execute(tx);
    const cursor = rows.at(-1)?.id;
    if (cursor === undefined) return 'end';
    const ids = rows.map(({ id }) => id);
    const { rows: locked } = await sql<{ row: JobRow }>`
      select row from job where customer_id = ${customerId} and id = any(${ids}::bigint[]) and not deleted order by id for update`.execute(
      tx,
    );
    const imagesById = new Map(rows.map(({ id, ...images }) => [id, images]));
    const restored = locked.flatMap(({ row }): WrittenJob[] => {
      const images = imagesById.get(row.id);
      const back = images ? takenBack(row, images) : row;
      return back === row ? [] : [{ before: row, after: back }];
    });
    await sql`update run_job set undone = true
      where customer_id = ${customerId} and run_id = ${runId} and job_id = any(${restored.map((one) => one.after.id)}::bigint[])`.execute(
      tx,
    );
    const sum = (field: 'restored' | 'kept', more: number) => ({ [field]: Number(result[field] ?? 0) + more });
    const counts = { ...sum('restored', restored.length), ...sum('kept', rows.length - restored.length) };
    await lease.advance(tx, { cursor, seen: 0, changed: 0, result: counts });
    const lines = restored.flatMap((one) =>
      changesBetween(one.before, one.after).map((change) => ({
        job_id: one.after.id,
        how: 'manual' as const,
        origin: { run: runId },
        ...change,
      })),
    );
    const by = { actor: { name: `Undo of run ${runId}` }, customerId, now };
    const writes = restored.map((one) => ({ collection: 'job', row: one.after }) as const);
    if (writes.length > 0) await writeRows(tx, customerId, writes, () => historyOf(by, lines));
    return 'more';
  });
}
