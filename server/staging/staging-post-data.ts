import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { getPostData } from '#contract/staging/staging.ts';
import { mayPost } from '#domain/posting/may-post.ts';
import { textsOfJobs } from '#server/mapping/values/texts-of.ts';
import type { Db } from '../kit/db/connection.ts';
import { readFlexMapping } from '../posting/flex-mapping/read-flex-mapping.ts';
import { readRateFloor } from '../posting/rate-floor/read-rate-floor.ts';
import { readSameOrders } from '../posting/same-orders/read-same-orders.ts';
import { exportApart, rulesOfRun } from '../rules/apart/run-apart.ts';
import { mappedOfJob } from '../rules/ruling/mapped-rows.ts';
import { anyRuns, rulingOf } from '../rules/ruling/ruling.ts';

/** Jobs of a customer by id. Missing ones are left out. */
export async function jobsById(db: Db, customerId: number, ids: readonly number[]): Promise<ReadonlyMap<number, JobRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('job')
    .select(['id', 'row'])
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ id, row }) => [id, row as JobRow]));
}

/** Why rules on export keep jobs from being posted, by the job's id. Jobs that no rule keeps are not in it. */
export async function exportReasons(
  db: Db,
  customerId: number,
  jobs: readonly JobRow[],
  { target, now }: { readonly target: TargetRow; readonly now: Date },
): Promise<ReadonlyMap<number, string>> {
  const ruling = await rulingOf(db, customerId, 'export', now);
  if (jobs.length === 0 || !anyRuns(ruling)) return new Map();
  const copies = [];
  for (const job of jobs) copies.push({ job, mappedOf: await mappedOfJob(db, customerId, job, target) });
  const { exported } = await exportApart(db, rulesOfRun(ruling), copies, now);
  return new Map(
    jobs.flatMap(({ id }, i) => {
      const keptBy = exported[i]?.keptBy ?? null;
      return keptBy === null ? [] : [[id, keptBy]];
    }),
  );
}

/** For each job, the verdict of the predicate that posting also uses. Null if there is no such target. */
export async function postVerdicts(
  db: Db,
  customerId: number,
  targetId: number,
  ids: readonly number[],
  now: Date,
): Promise<ReplyOf<typeof getPostData> | null> {
  const target = await db
    .selectFrom('target')
    .select('row')
    .where('customer_id', '=', customerId)
    .where('id', '=', targetId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return target ? verdictsAt(db, customerId, target.row as TargetRow, ids, now) : null;
}

/** The same for a target as it is given, which may differ from the stored one. */
export async function verdictsAt(
  db: Db,
  customerId: number,
  target: TargetRow,
  ids: readonly number[],
  now: Date,
): Promise<ReplyOf<typeof getPostData>> {
  const jobs = await jobsById(db, customerId, ids);
  const values = await textsOfJobs(db, customerId, jobs.values());
  const others = await readSameOrders(db, customerId, [...jobs.values()]);
  const floor = await readRateFloor(db, customerId);
  const flex = await readFlexMapping(db, customerId, target.id);
  const kept = await exportReasons(db, customerId, [...jobs.values()], { target, now });
  return ids.map((ID) => {
    const job = jobs.get(ID);
    if (!job) return { id: ID, ok: false, reasons: [{ code: 'not_found', words: 'This job no longer exists.' }] };
    const verdict = mayPost(job, target, values, { recreate: false, floor, flex, others: others.get(ID) ?? [] });
    const keptBy = kept.get(ID);
    const reasons = [
      ...(verdict.ok ? [] : verdict.reasons),
      ...(keptBy === undefined ? [] : [{ code: 'kept_by_rule', words: keptBy }]),
    ];
    return { id: ID, ok: reasons.length === 0, reasons };
  });
}
