import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { decrypt, encrypt } from '#server/kit/lib/sealing.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

/** Most bytes of kept files per customer, as they are stored. */
const mostBytes = 1024 * 1024 * 1024;

/** A file to keep. `taskId` is null for an upload, which has a `name`. */
export type NewFile = {
  readonly customerId: number;
  readonly sourceId: number;
  readonly taskId: number | null;
  readonly name: string | null;
  readonly bytes: Uint8Array;
  readonly complete: boolean;
  readonly at: Date;
};

/** A kept file. `id` is part of a job (`job.kept_file_id`) and of a run. */
export type KeptFile = {
  readonly id: number;
  readonly sourceId: number;
  readonly taskId: number | null;
  readonly name: string | null;
  readonly fetchedAt: string;
  readonly complete: boolean;
};

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const longestFile = 64 * 1024 * 1024;

/** The key of a source's files. It is a secret of the customer, so that it is re-encrypted with the customer's data key, and moves with the source. */
const keyPlace = (customerId: number, sourceId: number) => ({ customerId, owner: `source:${sourceId}`, field: 'files' });
const aadOf = (sourceId: number, digest: string) => `kept file of source ${sourceId}|${digest}`;

async function keyOf(tx: Tx, secrets: Secrets, customerId: number, sourceId: number): Promise<Buffer> {
  const place = keyPlace(customerId, sourceId);
  const known = await secrets.take(tx, place);
  if (known !== undefined) return Buffer.from(known, 'base64');
  // Two runs of one source must not both make its key.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${customerId}/${sourceId}`}, 0))`.execute(tx);
  const meanwhile = await secrets.take(tx, place);
  if (meanwhile !== undefined) return Buffer.from(meanwhile, 'base64');
  const key = randomBytes(32);
  await secrets.put(tx, place, key.toString('base64'));
  return key;
}

const sealed = (key: Uint8Array, packed: Uint8Array, aad: string): Buffer => Buffer.from(encrypt(key, packed, aad), 'base64');

async function opened(key: string, body: Uint8Array, aad: string): Promise<Buffer | undefined> {
  const packed = decrypt(Buffer.from(key, 'base64'), Buffer.from(body).toString('base64'), aad);
  return packed && unpack(packed, { maxOutputLength: longestFile });
}

/** Bytes that belong to a source. `aad` says what they are: they open for nothing else. */
type OfSource = { readonly customerId: number; readonly sourceId: number; readonly aad: string };

/** Compresses bytes, and encrypts them with the key of the files of their source. */
export async function sealForSource(tx: Tx, secrets: Secrets, place: OfSource, bytes: Uint8Array): Promise<Buffer> {
  return sealPackedForSource(tx, secrets, place, await pack(bytes));
}

/** The same for bytes that `packedFile` compressed before the transaction. */
export async function sealPackedForSource(
  tx: Tx,
  secrets: Secrets,
  { customerId, sourceId, aad }: OfSource,
  packed: Uint8Array,
): Promise<Buffer> {
  return sealed(await keyOf(tx, secrets, customerId, sourceId), packed, aad);
}

/** The bytes of `sealForSource`. Throws where they were altered or belong to something else. */
export async function openOfSource(
  db: Db | Tx,
  secrets: Secrets,
  { customerId, sourceId, aad }: OfSource,
  body: Uint8Array,
): Promise<Buffer> {
  const key = await secrets.take(db, keyPlace(customerId, sourceId));
  const bytes = key === undefined ? undefined : await opened(key, body, aad);
  if (!bytes) throw new Error(`${aad} of customer ${customerId} does not open with the key of its source`);
  return bytes;
}

/**
 * Compresses, encrypts and stores a file, and removes the customer's oldest files beyond 1 GB. Returns its id. A file whose bytes the
 * task fetched last time is not stored again.
 */
export async function keepFile(db: Db, secrets: Secrets, { bytes, ...file }: NewFile): Promise<number> {
  const packed = await packedFile(bytes);
  return db.transaction().execute((tx) => keepFileIn(tx, secrets, { ...file, digest: digestOf(bytes), packed }));
}

/** The compressed bytes of a file, which are made before the transaction that stores them. */
export const packedFile = (bytes: Uint8Array): Promise<Buffer> => pack(bytes);

type PackedFile = Omit<NewFile, 'bytes'> & { readonly digest: string; readonly packed: Buffer };

/** The same as `keepFile`, in the transaction of the caller. */
export async function keepFileIn(tx: Tx, secrets: Secrets, file: PackedFile): Promise<number> {
  const { customerId, sourceId, taskId, name, digest, packed, complete, at } = file;
  const last = await tx
    .selectFrom('kept_file')
    .select(['id', 'digest'])
    .where('customer_id', '=', customerId)
    .where('source_id', '=', sourceId)
    .where(sql<boolean>`task_id is not distinct from ${taskId}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.digest === digest) return last.id;
  const key = await keyOf(tx, secrets, customerId, sourceId);
  const body = sealed(key, packed, aadOf(sourceId, digest));
  const { id } = await tx
    .insertInto('kept_file')
    .values({ customer_id: customerId, source_id: sourceId, task_id: taskId, name, fetched_at: at, digest, complete, body })
    .returning('id')
    .executeTakeFirstOrThrow();
  // A delivery that no run has read is stored nowhere else.
  await sql`
    delete from kept_file k using (
      select id, sum(octet_length(body)) over (order by id desc) as bytes from kept_file where customer_id = ${customerId}) s
    where k.customer_id = ${customerId} and k.id = s.id and s.bytes > ${mostBytes} and k.id <> ${id}
      and not exists (select from webhook_delivery w
        where w.customer_id = k.customer_id and w.file_id = k.id and w.taken_at is null)`.execute(tx);
  return id;
}

/** A kept file with its bytes. Undefined if it is no longer kept. */
export async function openFile(
  db: Db | Tx,
  secrets: Secrets,
  { customerId, id }: { readonly customerId: number; readonly id: number },
): Promise<(KeptFile & { readonly bytes: Buffer }) | undefined> {
  const file = await db
    .selectFrom('kept_file')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  const key = file && (await secrets.take(db, keyPlace(customerId, file.source_id)));
  if (!file || key === undefined) return undefined;
  const bytes = await opened(key, file.body, aadOf(file.source_id, file.digest));
  if (!bytes) throw new Error(`the kept file ${customerId}/${id} does not open with the key of its source`);
  return {
    id,
    sourceId: file.source_id,
    taskId: file.task_id,
    name: file.name,
    fetchedAt: file.fetched_at,
    complete: file.complete,
    bytes,
  };
}

/** The id of the newest file that is kept of a task. Undefined if none is. */
export async function newestFileOf(db: Db | Tx, customerId: number, taskId: number): Promise<number | undefined> {
  const newest = db
    .selectFrom('kept_file')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('task_id', '=', taskId)
    .orderBy('fetched_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  return (await newest.executeTakeFirst())?.id;
}

/** Which of these files are still kept. */
export async function keptOf(db: Db | Tx, customerId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('kept_file')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
