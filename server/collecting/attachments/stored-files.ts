import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type FileKind, fileKind, offeredName } from '#domain/attachments/file-kind.ts';
import { cleanFileName } from '#domain/file-names/clean-file-name.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { digestOf, openOfSource, packedFile, sealPackedForSource } from '../kept-files/kept-files.ts';

/** Most bytes of one file, and of all attached files of a customer. */
export const attachmentLimits = {
  fileBytes: 20 * 1024 * 1024,
  customerBytes: 5 * 1024 * 1024 * 1024,
  filesOfMail: 20,
  jobsOfMail: 100,
} as const;

/** The source whose jobs have a file. */
export type FilePlace = { readonly customerId: number; readonly sourceId: number };

/** A file with what to say about it. `body` is null where it is not kept; `words` then say why. */
export type SeenFile = {
  readonly name: string;
  readonly kind: string | null;
  readonly size: number | null;
  readonly words: string | null;
  readonly body: { readonly digest: string; readonly packed: Uint8Array; readonly size: number } | null;
};

const tooLarge = (size: number): string =>
  `Not kept: it has ${Math.ceil(size / 1024 / 1024)} MB, and a file may have ${attachmentLimits.fileBytes / 1024 / 1024} MB. Ask the vendor for a smaller one.`;
const isProgram = 'Not kept: it is a program, which could harm a computer. Ask the vendor for a document.';
const isEmpty = 'Not kept: the file is empty. Ask the vendor to send it again.';
const isFull =
  'Not kept: the attachments of this customer take up all the space that they may. Remove jobs that are no longer needed.';

/** Looks at a file that came from outside: its name is cleaned, its content says what it is. */
export async function seenFile(given: string, bytes: Uint8Array): Promise<SeenFile> {
  const name = cleanFileName(given);
  const missing = { name, kind: null, size: bytes.length, body: null };
  if (bytes.length === 0) return { ...missing, words: isEmpty };
  if (bytes.length > attachmentLimits.fileBytes) return { ...missing, words: tooLarge(bytes.length) };
  const kind = kindOf(name, bytes);
  if (kind.isProgram) return { ...missing, kind: kind.label, words: isProgram };
  const offered = offeredName(name, kind);
  const body = { digest: digestOf(bytes), packed: await packedFile(bytes), size: bytes.length };
  return { name: offered.name, kind: kind.label, size: bytes.length, words: offered.words, body };
}

function kindOf(name: string, bytes: Uint8Array): FileKind {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return fileKind(name, bytes, (text) => all.includes(text, 0, 'latin1'));
}

const aadOf = (sourceId: number, digest: string): string => `attached file of source ${sourceId}|${digest}`;

/** Stores the bytes of a file, once for each source. Returns the file, without its bytes if the customer may not keep more. */
export async function storeFile(tx: Tx, secrets: Secrets, place: FilePlace, file: SeenFile): Promise<SeenFile> {
  const { customerId, sourceId } = place;
  if (file.body === null) return file;
  const { digest, packed, size } = file.body;
  const { rows } = await sql<{ known: boolean; used: number }>`
    select exists (select from attached_file where customer_id = ${customerId} and source_id = ${sourceId} and digest = ${digest}) as known,
      (select coalesce(sum(size), 0)::float from attached_file where customer_id = ${customerId}) as used`.execute(tx);
  if (rows[0]?.known === true) return file;
  if ((rows[0]?.used ?? 0) + size > attachmentLimits.customerBytes) return { ...file, body: null, words: isFull };
  const body = await sealPackedForSource(tx, secrets, { ...place, aad: aadOf(sourceId, digest) }, packed);
  await tx
    .insertInto('attached_file')
    .values({ customer_id: customerId, source_id: sourceId, digest, size, body })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return file;
}

/** The bytes of a stored file. Undefined if it is no longer kept. */
export async function openAttachedFile(
  db: Db | Tx,
  secrets: Secrets,
  { customerId, sourceId, digest }: FilePlace & { readonly digest: string },
): Promise<Buffer | undefined> {
  const stored = await db
    .selectFrom('attached_file')
    .select('body')
    .where('customer_id', '=', customerId)
    .where('source_id', '=', sourceId)
    .where('digest', '=', digest)
    .executeTakeFirst();
  return stored && openOfSource(db, secrets, { customerId, sourceId, aad: aadOf(sourceId, digest) }, stored.body);
}

/** A row of `job_attachment` without its job and its random id. */
export type FileOfJobs = {
  readonly origin: 'email' | 'link';
  readonly key: string;
  readonly originName: string;
  readonly url: string | null;
  readonly name: string;
  readonly kind: string | null;
  readonly size: number | null;
  readonly digest: string | null;
  readonly words: string | null;
};

/** Gives jobs files that they do not have yet. The address of a link that they have is renewed. */
export async function giveFiles(
  tx: Tx,
  place: FilePlace,
  files: readonly { readonly jobId: number; readonly file: FileOfJobs }[],
  at: Date,
): Promise<void> {
  if (files.length === 0) return;
  const rows = files.map(({ jobId, file }) => ({
    customer_id: place.customerId,
    id: randomUUID(),
    job_id: jobId,
    source_id: place.sourceId,
    origin: file.origin,
    key: digestOf(Buffer.from(`${file.origin}|${file.key}`)),
    origin_name: file.originName,
    url: file.url,
    name: file.name,
    kind: file.kind,
    size: file.size,
    digest: file.digest,
    words: file.words,
    found_at: at,
  }));
  for (let i = 0; i < rows.length; i += rowsAtOnce)
    await tx
      .insertInto('job_attachment')
      .values(rows.slice(i, i + rowsAtOnce))
      .onConflict((c) => c.columns(['customer_id', 'job_id', 'key']).doUpdateSet((e) => ({ url: e.ref('excluded.url') })))
      .execute();
}

/** PostgreSQL takes 65,535 values in one statement. */
const rowsAtOnce = 1000;

/** How many files each of these jobs has. Jobs without any are absent. */
export async function countsOf(db: Db | Tx, customerId: number, jobIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; files: number }>`
    select job_id as id, count(*)::integer as files from job_attachment
    where customer_id = ${customerId} and job_id = any(${jobIds}::bigint[]) group by job_id`.execute(db);
  return new Map(rows.map(({ id, files }) => [id, files]));
}
