import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { ErrorKind } from '#contract/rows/error-kinds.ts';
import type { JobRow, PostReceipt, PostState } from '#contract/rows/jobs.ts';
import type { MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { changesBetween } from '#domain/jobs/changes.ts';
import { mapFields, mapKinds, valuesAt } from '#domain/jobs/mapping-of.ts';
import type { FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import type { RateFloor } from '#domain/posting/rate-floor.ts';
import { receiptFor, withReceipt } from '#domain/posting/receipts.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import type { OtherOrder } from '#domain/same-order/other-orders.ts';
import { textsOf } from '#server/mapping/values/texts-of.ts';
import { isAtWork } from '../kit/db/at-work.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { noteError } from '../kit/lib/error-events.ts';
import { exportApart, rulesOfRun } from '../rules/apart/run-apart.ts';
import { saveQuestions } from '../rules/ruling/ai-answers.ts';
import { mappedRows } from '../rules/ruling/mapped-rows.ts';
import { rulingOf } from '../rules/ruling/ruling.ts';
import type { KeptValues, SentValues } from '../targets/adapter/sent-values.ts';
import type { SentOrder } from '../targets/adapter/target-adapter.ts';
import { type KeptAttempts, keepAttempts, lastWritten, type Written } from './attempts/attempt-rows.ts';
import { mappedOrder } from './field-mapping/read-field-mapping.ts';
import { readFlexMapping } from './flex-mapping/read-flex-mapping.ts';
import type { PostStep } from './post-state.ts';
import { readRateFloor } from './rate-floor/read-rate-floor.ts';
import { driftedOf, settleDrift, showDrift } from './rows/post-drift.ts';
import { ofPost, type PostKey } from './rows/post-key.ts';
import { lockJob, writeReceipt } from './rows/shown-job.ts';
import { readSameOrdersAlone } from './same-orders/read-same-orders.ts';
import { sourceOrderType } from './target-settings/source-order-type.ts';

export type DuePost = PostKey & {
  /**
   * A post whose job order exists in the target may be due in any state; other posts only until they are `done`, `failed` or
   * `human`.
   */
  readonly state: PostState;
  readonly reference: string;
  readonly externalId: string | null;
  readonly words: string | null;
  readonly tries: number;
  readonly lookups: number;
  readonly fence: number;
  readonly askedBy: number | null;
  /** The revision that may have changed the values that were sent. */
  readonly follow: number | null;
  /** How often the job order may still be read back after the last call that wrote it. */
  readonly readsLeft: number;
  readonly createdAt: string;
};

/** The service item "posting.paused" of a post's customer, written out: a function would be called for each due post. */
const isPaused = sql`coalesce(
  (select s.value from service_item s where s.customer_id = post.customer_id and s.code = 'posting.paused'),
  (select s.value from service_item s join customer c on c.id = s.customer_id and c.provider where s.code = 'posting.paused'), 0)`;

/** Due posts. Customers take turns, so that thousands of posts of one do not delay the others. New posts come before updates. */
export async function duePosts(db: Db, now: Date, limit: number): Promise<DuePost[]> {
  const { rows } = await sql<DuePost>`
    select customer_id as "customerId", target_id as "targetId", job_id as "jobId", generation, state, reference,
           external_id as "externalId", words, tries, lookups, fence, asked_by as "askedBy", follow, reads_left as "readsLeft", created_at as "createdAt"
    from (
      select *, row_number() over (partition by customer_id order by external_id is not null, next_at) as turn from post
      where (state in ('wanted', 'sending', 'unknown') or ((follow is not null or reads_left > 0) and external_id is not null)) and next_at <= ${now} and (lease_until is null or lease_until < ${now})
        and ${isAtWork('post.customer_id')}
        and ${isPaused} = 0
    ) due order by turn, next_at limit ${limit}`.execute(db);
  return rows;
}

/**
 * Ends the leases of posts, so that interrupted calls continue at once. Only for a start with a database that no other process
 * uses. An interrupted update keeps its lease: its call may still be in transit and must arrive before the next one.
 */
export async function endLeases(db: Db): Promise<void> {
  const free = db.updateTable('post').set({ lease_until: null }).where('lease_until', 'is not', null);
  await free.where('external_id', 'is', null).execute();
}

/** The data that a post needs. Its job and its row are locked. */
export type Loaded = {
  readonly job: JobRow;
  readonly target: TargetRow;
  readonly values: Map<number, MapValueRow>;
  readonly order: SentOrder;
  /** The values last sent to the target, in their stored form. Null if they are not known. */
  readonly sent: SentValues | null;
  readonly follow: number | null;
  /** Values that a person kept as they are in the target. Absent if a person kept none. */
  readonly kept?: KeptValues;
  /** Values that people changed in the target and no one has decided about, by field. Absent for a job order that is not there yet. */
  readonly drifted?: SentValues;
  /** The customer's lowest rates. Null as well for a job order that exists. */
  readonly floor: RateFloor | null;
  /** The flex mapping of the target. */
  readonly flex?: FlexMapping | null;
  /** The same order at other sources. Not read for a job order that exists: it stays and is updated. */
  readonly others: readonly OtherOrder[];
  /** Why a rule on export keeps the job from being posted. Absent if no rule does. */
  readonly keptBy?: string;
  /** Which AI answer the rules on export wait for. Absent if they wait for none. */
  readonly awaits?: string;
};

/** The row operations of the poster, inside one transaction. */
export type PostRows = {
  /** `gone`: the job or its target was deleted. Null: another worker has taken the post, or its customer is no longer at work. */
  load(due: DuePost): Promise<Loaded | 'gone' | null>;
  move(due: DuePost, change: PostChange): Promise<number | null>;
  /** Whether the target is in a dry run. It stays so until the transaction ends. */
  isDryRun(due: DuePost): Promise<boolean>;
  /** The last call that wrote the job order, with what it sent. Null if it is no longer kept. */
  lastWritten(due: DuePost): Promise<Written | null>;
};

/** Runs the poster's transactions on PostgreSQL, each limited to its customer's rows. */
export const postRowsIn =
  (db: Db, now: () => Date = () => new Date()) =>
  <T>(customerId: number, work: (rows: PostRows) => Promise<T>): Promise<T> => {
    const own = scopeTo(db, [customerId]);
    return own.transaction().execute((tx) =>
      work({
        load: (due) => loadForPosting(own, tx, due, now()),
        move: (due, change) => movePost(tx, due, change),
        isDryRun: (due) => isDryRun(tx, due),
        lastWritten: (due) => lastWritten(tx, due),
      }),
    );
  };

async function loadForPosting(db: Db, tx: Tx, due: DuePost, now: Date): Promise<Loaded | 'gone' | null> {
  const locked = await tx
    .selectFrom('post')
    .select(['sent', 'follow', 'kept'])
    .where(ofPost(due))
    .where('fence', '=', due.fence)
    .where(isAtWork('post.customer_id'))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!locked) return null;
  const job = (await lockJob(tx, due))?.row;
  const target = await tx
    .selectFrom('target')
    .select('row')
    .where('customer_id', '=', due.customerId)
    .where('id', '=', due.targetId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!job || !target) return 'gone';
  const texts = new Set(mapKinds.map((kind) => job[mapFields[kind].value]));
  // Twins for other targets say nothing about this post, so their changes need not be followed.
  const values = new Map(
    [...(await textsOf(tx, due.customerId, job))].filter(([id, text]) => texts.has(id) || text.targetId === due.targetId),
  );
  const own = valuesAt(target.row as TargetRow, values);
  const mapped = await mappedRows(tx, due, job, own);
  // Rules on export change only the copy that the target gets; the staged job is not changed.
  const ruling = await rulingOf(tx, due.customerId, 'export', now);
  const copy = { job, mappedOf: mappedOf(own, (kind) => mapped[kind]) };
  const { exported: all, questions } = await exportApart(db, rulesOfRun(ruling), [copy], now);
  const [exported] = all;
  if (!exported) throw new Error('rules on export gave no copy');
  const flex = await readFlexMapping(tx, due.customerId, due.targetId);
  const fields = await mappedOrder(tx, due.customerId, target.row as TargetRow, {
    job: exported.job,
    mapped,
    mappedOf: copy.mappedOf,
    today: ruling.grounds.today,
    flex,
  });
  // The post asks the AI: a question that failed is asked again for the next post.
  if (exported.asks) await saveQuestions(tx, due.customerId, questions, now.toISOString(), 0);
  return {
    job,
    target: target.row as TargetRow,
    values,
    order: { reference: due.reference, job: exported.job, mapped, fields, ...(await sourceOrderType(tx, due, job)) },
    sent: locked.sent as SentValues | null,
    follow: locked.follow,
    flex,
    floor: due.externalId === null ? await readRateFloor(tx, due.customerId) : null,
    others: due.externalId === null ? await readSameOrdersAlone(tx, due.customerId, job) : [],
    ...(locked.kept !== null && { kept: locked.kept as KeptValues }),
    ...(due.externalId !== null && { drifted: await driftedOf(tx, due) }),
    ...(exported.keptBy !== null && { keptBy: exported.keptBy }),
    ...(exported.awaits !== null && { awaits: exported.awaits }),
  };
}

async function isDryRun(tx: Tx, { customerId, targetId }: PostKey): Promise<boolean> {
  const target = await tx
    .selectFrom('target')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', targetId)
    .where('deleted', '=', false)
    .forShare()
    .executeTakeFirst();
  return (target?.row as TargetRow | undefined)?.posting === 'dryRun';
}

export type PostChange = PostStep &
  KeptAttempts & {
    readonly tries: number;
    readonly leaseSeconds: number | null;
    readonly at: Date;
    /** The values that the target has received, or may have received. */
    readonly sent?: SentValues;
    /** Values that a person kept as they are in the target. */
    readonly kept?: KeptValues;
    /** The distinct texts that the values were made from. */
    readonly valueIds?: readonly number[];
    /** The revision up to which the job order is current. */
    readonly followed?: number | null;
    /** The job order may differ from what was sent, so an update checks it. */
    readonly lookAgain?: boolean;
    /** Fields of the target that an update has written. */
    readonly updated?: readonly string[];
    /** How often the job order may be read back. */
    readonly readsLeft?: number;
    /** What the target stored otherwise, as it was read back; null if nothing. Given by a reading alone, which changes no other part of a receipt. */
    readonly note?: string | null;
    /** The receipt has not changed, so no one is notified. */
    readonly quiet?: boolean;
  };

/**
 * Changes a post and its receipt on the job, both under the customer's next revision, with a line in the job's history. Returns
 * the post's new fence, or null if another worker has already raised the fence.
 */
export async function movePost(
  tx: Tx,
  due: PostKey & { readonly fence: number; readonly reference: string },
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
      ...(change.note === undefined && { updated_at: change.at }),
      ...(change.readsLeft !== undefined && { reads_left: change.readsLeft }),
      ...(change.sent && { sent: JSON.stringify(change.sent) }),
      ...(change.kept && { kept: JSON.stringify(change.kept) }),
      ...(change.valueIds && { value_ids: [...change.valueIds] }),
      ...(change.lookAgain === true && { follow: sql<number>`coalesce(follow, 0)` }),
      // A change that came during the call must still be followed.
      ...(change.followed != null && { follow: sql<number | null>`case when follow > ${change.followed} then follow end` }),
    })
    .where(ofPost(due))
    .where('fence', '=', due.fence)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return null;
  if (change.updated) await settleDrift(tx, due, change.updated);
  await keepAttempts(tx, due, change.at, change);
  await notePostError(tx, due, change);
  if (change.quiet !== true) await showOnJob(tx, due, change);
  if (change.updated) await showDrift(tx, due);
  return due.fence + 1;
}

/** Stores for alerts that a target refused a job, was not reached, or gave no answer, and that a post failed before its call. */
async function notePostError(tx: Tx, { customerId, targetId, jobId }: PostKey, change: PostChange): Promise<void> {
  const { ends, words, at } = change;
  const kind = postErrorOf(change);
  if (kind === null) return;
  await noteError(tx, { customerId, kind, at, about: `Job ${jobId}, target ${targetId}`, words: words ?? ends?.words ?? '' });
}

function postErrorOf({ state, ends, note, readsLeft, quiet }: PostChange): ErrorKind | null {
  if (ends)
    return ends.answer === 'unknown' ? 'post_unknown' : ends.answer === 'later' ? 'target_unreachable' : refusedOf(ends.answer);
  // A reading of a job order changes no state, and the same message again is no new error.
  const isRead = note !== undefined || readsLeft !== undefined || quiet === true;
  return state === 'failed' && !isRead ? 'post_refused' : null;
}

const refusedOf = (answer: string): ErrorKind | null => (answer === 'refused' ? 'post_refused' : null);

/** The receipt of a changed post. A note stays until the job order is written again. */
function receiptAfter(
  before: PostReceipt | undefined,
  { targetId, reference }: PostKey & { readonly reference: string },
  { state, externalId, words, tries, at, note, readsLeft }: PostChange,
): PostReceipt {
  if (note !== undefined && before) {
    const { note: _old, ...rest } = before;
    return note === null ? rest : { ...rest, note };
  }
  const kept = readsLeft === undefined && before?.note ? { note: before.note } : {};
  const drift = before?.drift && before.externalId === externalId ? { drift: before.drift } : {};
  return { targetId, state, reference, externalId, words, at: at.toISOString(), tries, ...kept, ...drift };
}

async function showOnJob(tx: Tx, due: PostKey & { reference: string }, change: PostChange): Promise<void> {
  const locked = await lockJob(tx, due);
  if (!locked) return;
  const before = locked.row;
  const at = change.at.toISOString();
  const after = withReceipt(before, receiptAfter(receiptFor(before, due.targetId), due, change));
  if (change.note !== undefined && isDeepStrictEqual(before, after)) return;
  const updated = change.updated
    ? [{ field: `post.${due.targetId}`, before: null, after: `updated ${change.updated.join(', ')}` }]
    : [];
  const history = [...changesBetween(before, after), ...updated].map((c) => ({
    customer_id: due.customerId,
    job_id: due.jobId,
    at,
    who: 'Posting',
    how: 'posting' as const,
    field: c.field,
    before: JSON.stringify(c.before),
    after: JSON.stringify(c.after),
    origin: JSON.stringify({ target: due.targetId }),
  }));
  if (history.length > 0) await tx.insertInto('job_history').values(history).execute();
  await writeReceipt(tx, due, locked.rev, after);
}
