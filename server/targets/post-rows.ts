import { sql } from 'kysely';
import type { JobRow } from '#contract/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow, TargetRow } from '#contract/rows.ts';
import { changesBetween } from '#domain/jobs/changes.ts';
import { mapFields, mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import { withReceipt } from '#domain/posting/receipts.ts';
import type { Db, Tx } from '../db/connection.ts';
import { exportJob } from '../rules/export-job.ts';
import { mappedOf } from '../rules/mapped-of.ts';
import { rulingOf } from '../rules/ruling.ts';
import { publish } from '../sync/publish.ts';
import type { PostStep } from './post-state.ts';
import type { JobOrder } from './target-adapter.ts';

/** A post that the queue looks at, by its key. */
export type PostKey = {
  readonly customerId: number;
  readonly targetId: number;
  readonly jobId: number;
  readonly generation: number;
};
export type DuePost = PostKey & {
  readonly state: 'wanted' | 'sending' | 'unknown';
  readonly reference: string;
  readonly tries: number;
  readonly lookups: number;
  readonly fence: number;
  readonly askedBy: number | null;
  readonly createdAt: string;
};

/** Posts that are due, customers taking turns so that one with thousands does not hold up the others. */
export async function duePosts(db: Db, now: Date, limit: number): Promise<DuePost[]> {
  const { rows } = await sql<DuePost>`
    select customer_id as "customerId", target_id as "targetId", job_id as "jobId", generation, state, reference, tries, lookups,
           fence, asked_by as "askedBy", created_at as "createdAt"
    from (
      select *, row_number() over (partition by customer_id order by next_at) as turn from post
      where state in ('wanted', 'sending', 'unknown') and next_at <= ${now} and (lease_until is null or lease_until < ${now})
    ) due order by turn, next_at limit ${limit}`.execute(db);
  return rows;
}

/** Ends every lease: for a start whose database no other process can be using, so that broken calls are not left waiting. */
export async function endLeases(db: Db): Promise<void> {
  await db.updateTable('post').set({ lease_until: null }).where('state', '=', 'sending').execute();
}

/** Everything a post needs of the database, the job and its post locked; null when another worker was quicker. */
export type Loaded = {
  readonly job: JobRow;
  readonly target: TargetRow;
  readonly values: Map<number, MapValueRow>;
  readonly order: JobOrder;
  /** The rule on export that keeps the job from being posted, in words; absent where none does. */
  readonly keptBy?: string;
};

/** What the poster does to rows inside a transaction. */
export type PostRows = {
  load(due: DuePost): Promise<Loaded | null>;
  move(due: DuePost, change: PostChange): Promise<number | null>;
};

/** The poster's transactions on PostgreSQL. */
export const postRowsIn =
  (db: Db, now: () => Date = () => new Date()) =>
  <T>(work: (rows: PostRows) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute((tx) => work({ load: (due) => loadForPosting(tx, due, now()), move: (due, change) => movePost(tx, due, change) }));

async function loadForPosting(tx: Tx, due: DuePost, now: Date): Promise<Loaded | null> {
  const locked = await tx
    .selectFrom('post')
    .select('fence')
    .where('customer_id', '=', due.customerId)
    .where('target_id', '=', due.targetId)
    .where('job_id', '=', due.jobId)
    .where('generation', '=', due.generation)
    .where('fence', '=', due.fence)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!locked) return null;
  const job = await lockJob(tx, due);
  const target = await tx
    .selectFrom('target')
    .select('row')
    .where('customer_id', '=', due.customerId)
    .where('id', '=', due.targetId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!job || !target) return null;
  const values = await mapValues(tx, due.customerId, job);
  const mapped = await mappedValues(tx, due, job, values);
  // The target gets a copy that rules on export have written to; the staged job stays as it is.
  const exported = exportJob(job, mappedOf(mapped, values), await rulingOf(tx, due.customerId, 'export', now));
  return {
    job,
    target: target.row as TargetRow,
    values,
    order: { reference: due.reference, job: exported.job, mapped },
    ...(exported.keptBy !== null && { keptBy: exported.keptBy }),
  };
}

async function lockJob(tx: Tx, { customerId, jobId }: PostKey): Promise<JobRow | null> {
  const job = await tx
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', jobId)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  return (job?.row as JobRow | undefined) ?? null;
}

async function mapValues(tx: Tx, customerId: number, job: JobRow): Promise<Map<number, MapValueRow>> {
  const ids = mapKinds.map((kind) => job[mapFields[kind].value]).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('map_value')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ row }) => [(row as MapValueRow).id, row as MapValueRow]));
}

async function mappedValues(tx: Tx, due: PostKey, job: JobRow, values: Map<number, MapValueRow>): Promise<JobOrder['mapped']> {
  const mapped: Record<MapKind, AtsValueRow | null> = { facility: null, degree: null, specialty: null, shift: null };
  for (const kind of mapKinds) {
    const mapping = mappingOf(job, kind, values);
    if (!mapping) continue;
    const value = await tx
      .selectFrom('ats_value')
      .select('row')
      .where('customer_id', '=', due.customerId)
      .where('target_id', '=', due.targetId)
      .where('kind', '=', kind)
      .where('ext_id', '=', mapping.id)
      .where('deleted', '=', false)
      .executeTakeFirst();
    mapped[kind] = (value?.row as AtsValueRow | undefined) ?? null;
  }
  return mapped;
}

export type PostChange = PostStep & { readonly tries: number; readonly leaseSeconds: number | null; readonly at: Date };

/**
 * Moves a post and shows it on its job: both under the customer's next revision, with a line in the job's history. Answers the
 * post's new fence, or null when the fence had moved on: whoever moved it decides now.
 */
export async function movePost(
  tx: Tx,
  due: PostKey & { fence: number; reference: string },
  change: PostChange,
): Promise<number | null> {
  const later = (seconds: number) => new Date(change.at.getTime() + seconds * 1000);
  const updated = await tx
    .updateTable('post')
    .set({
      state: change.state,
      external_id: change.externalId,
      words: change.words,
      lookups: change.lookups,
      tries: change.tries,
      fence: due.fence + 1,
      lease_until: change.leaseSeconds === null ? null : later(change.leaseSeconds),
      next_at: later(change.againInSeconds ?? 0),
      updated_at: change.at,
    })
    .where('customer_id', '=', due.customerId)
    .where('target_id', '=', due.targetId)
    .where('job_id', '=', due.jobId)
    .where('generation', '=', due.generation)
    .where('fence', '=', due.fence)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return null;
  await showOnJob(tx, due, change);
  return due.fence + 1;
}

async function showOnJob(tx: Tx, due: PostKey & { reference: string }, change: PostChange): Promise<void> {
  const before = await lockJob(tx, due);
  if (!before) return;
  const at = change.at.toISOString();
  const { state, externalId, words, tries } = change;
  const after = withReceipt(before, { targetId: due.targetId, state, reference: due.reference, externalId, words, at, tries });
  const history = changesBetween(before, after).map((c) => ({
    customer_id: due.customerId,
    job_id: due.jobId,
    at,
    who: 'Posting',
    how: 'posting' as const,
    field: c.field,
    before: JSON.stringify(c.before),
    after: JSON.stringify(c.after),
  }));
  if (history.length > 0) await tx.insertInto('job_history').values(history).execute();
  await publish(tx, due.customerId, [{ collection: 'job', row: { ...after, changedAt: at } }]);
}
