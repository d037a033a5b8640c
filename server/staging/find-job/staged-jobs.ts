import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind, TargetRow } from '#contract/rows/rows.ts';
import type { FoundJob, JobStep } from '#contract/staging/find-job.ts';
import { type MapValues, mapKinds, mappingOf, valuesAt } from '#domain/jobs/mapping-of.ts';
import { ownIdIn } from '#domain/jobs/own-id.ts';
import { jobHeader } from '#domain/staging/job-header.ts';
import { jobWay } from '#domain/staging/job-way.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { textsOf } from '#server/mapping/values/texts-of.ts';
import { readFlexMapping } from '#server/posting/flex-mapping/read-flex-mapping.ts';
import { readRateFloor } from '#server/posting/rate-floor/read-rate-floor.ts';
import { readSameOrders } from '#server/posting/same-orders/read-same-orders.ts';
import { exportReasons } from '../staging-post-data.ts';

/** What a search asks for. `sourceId` null means all sources; `jobId` is an ID as a person writes it. */
export type Search = { readonly customerId: number; readonly sourceId: number | null; readonly jobId: string };

/** IDs of the jobs with this ID: the vendor's, the ATS's, a post's reference, or ours. At most `limit`, the newest first. */
async function idsOf(db: Db, { customerId, sourceId, jobId }: Search, limit: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select j.id from job j where j.customer_id = ${customerId} and not j.deleted
      and (${sourceId}::integer is null or j.source_id = ${sourceId}::integer)
      and (lower(j.provider_job_id) = lower(${jobId}) or j.id = ${ownIdIn(jobId)}::bigint
        or j.id in (select p.job_id from post p where p.customer_id = ${customerId}
          and (lower(p.external_id) = lower(${jobId}) or lower(p.reference) = lower(${jobId}))))
    order by j.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The staged jobs with an ID, each with its way to the target. Sources: `job`, `job_history`, `post`. */
export async function stagedJobsWith(
  db: Db,
  search: Search,
  { target, limit, now }: { readonly target: TargetRow | null; readonly limit: number; readonly now: Date },
): Promise<FoundJob[]> {
  const { customerId } = search;
  const ids = await idsOf(db, search, limit);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('job')
    .select(['row', 'received_mail_id'])
    .where('customer_id', '=', customerId)
    .where('id', 'in', [...ids])
    .orderBy('id', 'desc')
    .execute();
  const keptBy =
    target === null
      ? new Map<number, string>()
      : await exportReasons(
          db,
          customerId,
          rows.map(({ row }) => row as JobRow),
          { target, now },
        );
  const others = await readSameOrders(
    db,
    customerId,
    rows.map(({ row }) => row as JobRow),
  );
  const floor = await readRateFloor(db, customerId);
  const flex = target && (await readFlexMapping(db, customerId, target.id));
  const found: FoundJob[] = [];
  for (const { row, received_mail_id: mailId } of rows) {
    const job = row as JobRow;
    const ground = {
      target,
      keptBy: keptBy.get(job.id) ?? null,
      floor,
      flex,
      others: others.get(job.id) ?? [],
      ...(await groundOf(db, customerId, job, target)),
    };
    const { id, providerJobId, source, title, taskId } = job;
    found.push({
      kind: 'job',
      id,
      providerJobId,
      source,
      title,
      taskId,
      mailId,
      header: jobHeader(job),
      steps: jobWay(job, ground),
    });
  }
  return found;
}

/** What only the service knows of a job's way: when its rules and mappings last changed it, and what was sent. */
async function groundOf(db: Db, customerId: number, job: JobRow, target: TargetRow | null) {
  const values = await textsOf(db, customerId, job);
  const names = await namesOf(db, customerId, job, target, values);
  const times = await timesOf(db, customerId, job.id);
  const sent = target === null ? null : await sentOf(db, { customerId, jobId: job.id, targetId: target.id });
  const nameOf = (kind: MapKind, id: string) => names.get(`${kind} ${id}`) ?? `${id} (no longer in the ATS)`;
  return { values, nameOf, sent, ruledAt: times.get('rule') ?? null, mappedAt: times.get('mapping') ?? null };
}

async function namesOf(
  db: Db,
  customerId: number,
  job: JobRow,
  target: TargetRow | null,
  values: MapValues,
): Promise<ReadonlyMap<string, string>> {
  if (target === null) return new Map();
  const own = valuesAt(target, values);
  const ids = mapKinds.flatMap((kind) => mappingOf(job, kind, own)?.id ?? []);
  const { rows } = await sql<{ row: AtsValueRow }>`
    select a.row from ats_value a where a.customer_id = ${customerId} and a.target_id = ${target.id} and not a.deleted
      and a.ext_id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ row }) => [`${row.kind} ${row.extId}`, row.name]));
}

/** When each kind of change last happened to a job. */
async function timesOf(db: Db, customerId: number, jobId: number): Promise<ReadonlyMap<string, string>> {
  const lines = await db
    .selectFrom('job_history')
    .select((e) => ['how', e.fn.max('at').as('at')])
    .where('customer_id', '=', customerId)
    .where('job_id', '=', jobId)
    .groupBy('how')
    .execute();
  return new Map(lines.map(({ how, at }) => [how, at]));
}

type PostOf = { readonly customerId: number; readonly jobId: number; readonly targetId: number };

/** The values that the target was last sent, in their stored form; null if nothing was sent. */
async function sentOf(db: Db, { customerId, jobId, targetId }: PostOf): Promise<JobStep['values'] | null> {
  const post = await db
    .selectFrom('post')
    .select('sent')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('job_id', '=', jobId)
    .orderBy('generation', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!post?.sent) return null;
  return Object.entries(post.sent).map(([label, value]) => ({ label, value: sentText(value) }));
}

/** Long texts are remembered by their digest only. */
function sentText(value: unknown): string {
  if (typeof value === 'string' && value.startsWith('sha256:')) return 'a long text, as in the job';
  if (value === null || value === undefined || value === '') return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
