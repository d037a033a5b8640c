import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import type { FeedOrder } from '#domain/posting/feeds/feed-entry.ts';
import { mayPost } from '#domain/posting/may-post.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { exportApart, rulesOfRun } from '#server/rules/apart/run-apart.ts';
import { saveQuestions } from '#server/rules/ruling/ai-answers.ts';
import { rulingOf } from '#server/rules/ruling/ruling.ts';
import { readRateFloor } from '../rate-floor/read-rate-floor.ts';
import { readSameOrders } from '../same-orders/read-same-orders.ts';
import { referencesOf } from './listings.ts';

const page = 500;

/**
 * Every job of a customer that may be in a feed now, page by page, by the same check as posting. Mapped texts have their names in
 * the agency's ATS. Rules on export change the copies. A job whose rules wait for an AI is listed once it has answered. `jobId` asks for one
 * job only.
 */
export async function* feedOrders(
  db: Db,
  customerId: number,
  target: TargetRow,
  now: Date,
  jobId: number | null = null,
): AsyncGenerator<FeedOrder> {
  const values = await rowsById<MapValueRow>(db, 'map_value', customerId);
  const listed = new Map<string, AtsValueRow>();
  for (const value of (await rowsById<AtsValueRow>(db, 'ats_value', customerId)).values())
    listed.set(`${value.kind}/${value.extId}`, value);
  const rules = rulesOfRun(await rulingOf(db, customerId, 'export', now));
  const floor = await readRateFloor(db, customerId);
  let after = 0;
  for (;;) {
    const jobs = await openJobs(db, customerId, after, jobId);
    const others = await readSameOrders(db, customerId, jobs);
    const open = jobs.flatMap((job) => {
      // A feed is read and not posted to, so it has no receipts: each read shows what may be posted now.
      const context = { recreate: false, floor, others: others.get(job.id) ?? [] };
      if (!mayPost({ ...job, posts: [] }, { ...target, canPost: true }, values, context).ok) return [];
      const mapped = listedOf(job, values, listed);
      return [{ job, mapped, mappedOf: mappedOf(values, (kind) => mapped[kind]) }];
    });
    const { exported, questions } = await exportApart(db, rules, open, now);
    const listedNow = open.flatMap(({ mapped }, i) => {
      const copy = exported[i];
      return !copy || copy.keptBy !== null || copy.awaits !== null ? [] : [{ job: copy.job, mapped }];
    });
    const references = await referencesOf(
      db,
      { customerId, targetId: target.id },
      listedNow.map(({ job }) => job.id),
      now,
    );
    for (const order of listedNow) {
      const reference = references.get(order.job.id);
      if (reference !== undefined) yield { reference, ...order };
    }
    if (questions.size > 0) await db.transaction().execute((tx) => saveQuestions(tx, customerId, questions, now.toISOString()));
    const last = jobs.at(-1);
    if (!last || jobs.length < page) return;
    after = last.id;
  }
}

async function openJobs(db: Db, customerId: number, after: number, jobId: number | null): Promise<JobRow[]> {
  const rows = await db
    .selectFrom('job')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .where('status', '=', 'Open')
    .where('id', '>', after)
    .$if(jobId !== null, (q) => q.where('id', '=', jobId))
    .orderBy('id')
    .limit(page)
    .execute();
  return rows.map(({ row }) => row as JobRow);
}

async function rowsById<R extends { id: number }>(
  db: Db,
  table: 'map_value' | 'ats_value',
  customerId: number,
): Promise<Map<number, R>> {
  const rows = await db
    .selectFrom(table)
    .select('row')
    .where('customer_id', '=', customerId)
    .where('deleted', '=', false)
    .execute();
  return new Map(rows.map(({ row }) => [(row as R).id, row as R]));
}

function listedOf(job: JobRow, values: Map<number, MapValueRow>, listed: Map<string, AtsValueRow>): FeedOrder['mapped'] {
  const mapped: Record<MapKind, AtsValueRow | null> = { facility: null, degree: null, specialty: null, shift: null };
  for (const kind of mapKinds) {
    const mapping = mappingOf(job, kind, values);
    if (mapping) mapped[kind] = listed.get(`${kind}/${mapping.id}`) ?? null;
  }
  return mapped;
}
