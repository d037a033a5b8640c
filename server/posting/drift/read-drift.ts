import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { listDrift } from '#contract/posting/drift.ts';
import { bothWords, type DriftField, type DriftKind } from '#domain/posting/drift/drift.ts';
import type { Db } from '#server/kit/db/connection.ts';

type Reply = ReplyOf<typeof listDrift>;
type Asked = { readonly cust: number; readonly target?: number | undefined; readonly job?: number | undefined };
type Row = Omit<Reply['orders'][number], 'fields' | 'foundAt' | 'changedAt'> & {
  readonly kind: DriftKind;
  readonly fields: readonly DriftField[];
  readonly foundAt: string | Date;
  readonly changedAt: string | Date | null;
};

const mostShown = 500;

/** Job orders that differ and about which no one decided, of jobs that are still open. */
const undecided = sql`
  from post_drift d
  join post p on p.customer_id = d.customer_id and p.target_id = d.target_id and p.job_id = d.job_id and p.generation = d.generation
  join job j on j.customer_id = d.customer_id and j.id = d.job_id and not j.deleted and j.row ->> 'status' = 'Open'
  join target t on t.customer_id = d.customer_id and t.id = d.target_id and not t.deleted
  where not d.accepted and not exists (select from post n where n.customer_id = p.customer_id and n.target_id = p.target_id
    and n.job_id = p.job_id and n.generation > p.generation)`;

/** The job orders of a customer that people changed in its targets, the newest first, and how many each target has. */
export async function readDrift(db: Db, { cust, target, job }: Asked): Promise<Reply> {
  const ofTarget = target === undefined ? sql`` : sql`and d.target_id = ${target}`;
  const ofJob = job === undefined ? sql`` : sql`and d.job_id = ${job}`;
  const { rows } = await sql<Row>`
    select d.target_id as "targetId", t.row ->> 'name' as "targetName", d.job_id as "jobId",
      j.row ->> 'providerJobId' as "providerJobId", j.row ->> 'title' as title, p.external_id as "externalId", d.kind, d.fields,
      d.found_at as "foundAt", d.changed_at as "changedAt", d.changed_by as "changedBy"
    ${undecided} and d.customer_id = ${cust} ${ofTarget} ${ofJob}
    order by d.found_at desc, d.job_id limit ${mostShown}`.execute(db);
  const { rows: counts } = await sql<{ targetId: number; count: number }>`
    select d.target_id as "targetId", count(*)::int as count ${undecided} and d.customer_id = ${cust}
    group by d.target_id order by d.target_id`.execute(db);
  return { orders: rows.map(orderOf), counts };
}

const orderOf = ({ fields, foundAt, changedAt, ...row }: Row): Reply['orders'][number] => ({
  ...row,
  fields: fields.map((one) => ({ field: one.field, ...bothWords(one) })),
  foundAt: new Date(foundAt).toISOString(),
  changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
});
