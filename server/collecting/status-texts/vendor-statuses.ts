import { sql } from 'kysely';
import type { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { type JobStatus, parseStatus, statusKey } from '#domain/parsing/parse-status.ts';
import { nextIds } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { customerStatusRows, holdStatuses } from '#server/posting/statuses/read-statuses.ts';

/** A text of a vendor for the status of a job, with the status of the customer that was chosen for it. */
export type VendorStatus = {
  readonly text: string;
  readonly readAs: JobStatus | null;
  readonly status: JobStatus | null;
  readonly statusId: number | null;
  readonly firstSeenAt: string;
  /** Jobs of the source that have this text. */
  readonly jobs: number;
};

type OfSource = { readonly customerId: number; readonly sourceId: number };

/** The customer's statuses that every customer begins with. The first is the default. */
const firstStatuses: readonly JobStatus[] = ['Open', 'Filled', 'On Hold', 'Closed', 'Cancelled'];

/**
 * Notes the status texts of jobs, each once. `noted` keeps the texts that this staging has noted already. The customer's own statuses
 * begin with the first text: the result is what to publish of them.
 */
export async function noteStatusTexts(
  tx: Tx,
  { customerId, sourceId }: OfSource,
  jobs: readonly Pick<CollectedJob, 'statusText' | 'statusUnknown' | 'status'>[],
  noted: Set<string>,
  at: string,
): Promise<Publication[]> {
  const texts = new Map(
    jobs.flatMap(({ statusText: text }) => (text === undefined || noted.has(statusKey(text)) ? [] : [[statusKey(text), text]])),
  );
  if (texts.size === 0) return [];
  const values = Array.from(texts, ([key, text]) => {
    const read = parseStatus(text);
    const readAs = read.kind === 'status' ? read.status : null;
    return { customer_id: customerId, source_id: sourceId, key, text, read_as: readAs };
  });
  const keys = ['customer_id', 'source_id', 'key'] as const;
  await tx
    .insertInto('vendor_status')
    .values(values)
    .onConflict((conflict) => conflict.columns([...keys]).doNothing())
    .execute();
  for (const key of texts.keys()) noted.add(key);
  return firstStatusesOf(tx, customerId, at);
}

/** The statuses that a customer begins with; none if it has some. */
async function firstStatusesOf(tx: Tx, customerId: number, at: string): Promise<Publication[]> {
  const hasSome = async () => (await customerStatusRows(tx, customerId)).length > 0;
  if (await hasSome()) return [];
  await holdStatuses(tx, customerId);
  if (await hasSome()) return [];
  const ids = await nextIds(tx, 'customerStatus', firstStatuses.length);
  const made = { version: 1, by: 'Jobdock', at, ref: null, purged: false };
  return firstStatuses.map((name, i) => {
    const row = { id: ids[i] ?? 0, name, standard: name, defaultAt: i === 0 ? at : null, ...made };
    return { collection: 'customerStatus', row };
  });
}

/** What the customer says that texts of a source mean, by `statusKey`. */
export async function statusMeanings(db: Db | Tx, { customerId, sourceId }: OfSource): Promise<Record<string, JobStatus>> {
  const rows = await db
    .selectFrom('vendor_status')
    .select(['key', 'status'])
    .where('customer_id', '=', customerId)
    .where('source_id', '=', sourceId)
    .where('status', 'is not', null)
    .orderBy('key')
    .execute();
  return Object.fromEntries(rows.flatMap(({ key, status }) => (status === null ? [] : [[key, status]])));
}

/** The texts of a source: first those that no one knows, then by name. `text` limits the list to one. */
export async function vendorStatuses(db: Db | Tx, { customerId, sourceId }: OfSource, text?: string): Promise<VendorStatus[]> {
  const { rows } = await sql<VendorStatus>`
    select v.text, v.read_as as "readAs", v.status, s.id as "statusId", v.first_seen_at as "firstSeenAt",
      (select count(*)::integer from job j where j.customer_id = v.customer_id and j.source_id = v.source_id and not j.deleted
        and lower(j.collected ->> 'statusText') = v.key) as jobs
    from vendor_status v left join customer_status s
      on s.customer_id = v.customer_id and s.id = v.status_id and not s.deleted
    where v.customer_id = ${customerId} and v.source_id = ${sourceId} ${text === undefined ? sql`` : sql`and v.key = ${statusKey(text)}`}
    order by v.read_as is null and v.status is null desc, v.key`.execute(db);
  return rows;
}

/** What a status of the customer means for a job: the standard status that its name speaks for, else one that waits. */
function standardOf(name: string): JobStatus {
  const read = parseStatus(name);
  return read.kind === 'status' ? read.status : 'On Hold';
}

/** Says what a text of a source means; `null` takes it back. Returns whether the source has such a text. */
export async function mapStatus(
  tx: Tx,
  { customerId, sourceId }: OfSource,
  text: string,
  chosen: Pick<CustomerStatusRow, 'id' | 'name' | 'standard'> | null,
): Promise<boolean> {
  const done = await tx
    .updateTable('vendor_status')
    .set({ status: chosen && (chosen.standard ?? standardOf(chosen.name)), status_id: chosen?.id ?? null })
    .where('customer_id', '=', customerId)
    .where('source_id', '=', sourceId)
    .where('key', '=', statusKey(text))
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** The source with what its texts mean now, to publish it to the devices. None if the source is gone. */
export async function publishedMeanings(tx: Tx, { customerId, sourceId }: OfSource): Promise<Publication[]> {
  const source = await storedRow(tx, customerId, 'source', sourceId, true);
  if (!source) return [];
  const chosen = await tx
    .selectFrom('vendor_status')
    .select(['key', 'status_id'])
    .where('customer_id', '=', customerId)
    .where('source_id', '=', sourceId)
    .where('status_id', 'is not', null)
    .orderBy('key')
    .execute();
  const expandedStatuses = Object.fromEntries(chosen.flatMap(({ key, status_id: id }) => (id === null ? [] : [[key, id]])));
  return [{ collection: 'source', row: { ...source.row, expandedStatuses } }];
}
