import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { type MapValues, mapKinds, mappingOf, valuesAt } from '#domain/jobs/mapping-of.ts';
import type { FeedOrder } from '#domain/posting/feeds/feed-entry.ts';
import { mayPost, type PostReason } from '#domain/posting/may-post.ts';
import { mappedOf } from '#domain/rules/mapped-of.ts';
import { homeTarget } from '#domain/targets/home-target.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { exportApart, rulesOfRun } from '#server/rules/apart/run-apart.ts';
import { saveQuestions } from '#server/rules/ruling/ai-answers.ts';
import type { Exported } from '#server/rules/ruling/export-job.ts';
import { rulingOf } from '#server/rules/ruling/ruling.ts';
import { targetsOf } from '#server/targets/target-rows.ts';
import { readRateFloor } from '../rate-floor/read-rate-floor.ts';
import { readSameOrders } from '../same-orders/read-same-orders.ts';
import { referencesOf } from './listings.ts';

const page = 500;

/** Why a job is not in a feed: a code to group by and one sentence. */
type FeedReason = { readonly code: PostReason['code'] | 'kept_by_rule' | 'awaits_ai'; readonly words: string };

/** An open job as a feed sees it: under its reference if the feed lists it, else the reasons why not, in the order in which to fix them. */
export type FeedJob = Omit<FeedOrder, 'reference'> &
  (
    | { readonly reference: string; readonly reasons: readonly [] }
    | { readonly reference: null; readonly reasons: readonly FeedReason[] }
  );

/** Every job of a customer that is in a feed now, page by page. `jobId` asks for one job only. */
export async function* feedOrders(
  db: Db,
  customerId: number,
  target: TargetRow,
  now: Date,
  jobId: number | null = null,
): AsyncGenerator<FeedOrder> {
  for await (const { job, mapped, reference } of feedJobs(db, customerId, target, now, jobId))
    if (reference !== null) yield { reference, job, mapped };
}

/**
 * Every open job of a customer with why it may not be in a feed now, page by page, by the same check as posting. Mapped texts have their
 * names in the agency's ATS. Rules on export change the copies of jobs that the feed lists. A job whose rules wait for an AI is listed
 * once it has answered. `jobId` asks for one job only.
 */
export async function* feedJobs(
  db: Db,
  customerId: number,
  target: TargetRow,
  now: Date,
  jobId: number | null = null,
): AsyncGenerator<FeedJob> {
  const known = await knownValues(db, customerId);
  const rules = rulesOfRun(await rulingOf(db, customerId, 'export', now));
  const floor = await readRateFloor(db, customerId);
  let after = 0;
  for (;;) {
    const jobs = await openJobs(db, customerId, after, jobId);
    const others = await readSameOrders(db, customerId, jobs);
    const found = jobs.map((job) => {
      // A feed is read and not posted to, so it has no receipts: each read shows what may be posted now.
      const context = { recreate: false, floor, others: others.get(job.id) ?? [] };
      const verdict = mayPost({ ...job, posts: [] }, { ...target, canPost: true }, known.values, context);
      return { job, mapped: listedOf(job, known), reasons: verdict.ok ? [] : verdict.reasons };
    });
    const free = found.filter(({ reasons }) => reasons.length === 0);
    const asked = free.map(({ job, mapped }) => ({ job, mappedOf: mappedOf(known.values, (kind) => mapped[kind]) }));
    const { exported, questions } = await exportApart(db, rules, asked, now);
    const copies = new Map(exported.map((copy) => [copy.job.id, copy]));
    const listed = exported.flatMap((copy) => (keptFrom(copy).length === 0 ? [copy.job.id] : []));
    const references = await referencesOf(db, { customerId, targetId: target.id }, listed, now);
    for (const { job, mapped, reasons } of found) {
      const copy = copies.get(job.id);
      const against = copy ? keptFrom(copy) : reasons;
      const reference = references.get(job.id);
      if (against.length > 0) yield { job, mapped, reference: null, reasons: against };
      else if (copy && reference !== undefined) yield { job: copy.job, mapped, reference, reasons: [] };
    }
    if (questions.size > 0) await db.transaction().execute((tx) => saveQuestions(tx, customerId, questions, now.toISOString()));
    const last = jobs.at(-1);
    if (!last || jobs.length < page) return;
    after = last.id;
  }
}

/** Why the rules on export keep a job out of a feed. */
function keptFrom({ keptBy, awaits }: Pick<Exported, 'keptBy' | 'awaits'>): readonly FeedReason[] {
  if (keptBy !== null) return [{ code: 'kept_by_rule', words: keptBy }];
  return awaits === null ? [] : [{ code: 'awaits_ai', words: awaits }];
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

/** What texts are mapped to, and the values of the agency's ATS by kind and id. */
type KnownValues = { readonly values: MapValues; readonly listed: ReadonlyMap<string, AtsValueRow> };

async function knownValues(db: Db, customerId: number): Promise<KnownValues> {
  const values = await rowsById<MapValueRow>(db, 'map_value', customerId);
  const listed = [...(await rowsById<AtsValueRow>(db, 'ats_value', customerId)).values()];
  // Another target may list the same ids for other values.
  const home = homeTarget((await targetsOf(db, customerId)).map(({ row }) => row));
  const ofHome = home ? listed.filter(({ targetId }) => targetId === home.id) : listed;
  return {
    values: home ? valuesAt(home, values) : values,
    listed: new Map(ofHome.map((value) => [`${value.kind}/${value.extId}`, value])),
  };
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

function listedOf(job: JobRow, { values, listed }: KnownValues): FeedOrder['mapped'] {
  const mapped: Record<MapKind, AtsValueRow | null> = { facility: null, degree: null, specialty: null, shift: null };
  for (const kind of mapKinds) {
    const mapping = mappingOf(job, kind, values);
    if (mapping) mapped[kind] = listed.get(`${kind}/${mapping.id}`) ?? null;
  }
  return mapped;
}
