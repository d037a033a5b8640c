import { sql } from 'kysely';
import type { uploadJobs } from '#contract/collecting/uploads.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { Result } from '#contract/kit/result.ts';
import type { Receipt } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { type Done, done, type RecordLine } from '#server/kit/http/audited.ts';
import type { Call, Services } from '#server/kit/http/handle.ts';
import type { Collection, CollectOptions } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import { collectApart } from '#server/parsing/read-apart.ts';
import { type RefusedFile, refusedFile } from '#server/parsing/refused-file.ts';
import { columnAliasesOf } from '#server/rules/field-aliases/read-field-aliases.ts';
import { rememberedOfAll, sourceWithHeaders } from '../column-mappings/column-mappings.ts';
import { previewOf } from '../column-mappings/feed-preview.ts';

/** Uploaded files that a person may have waiting to be staged. */
const storedPerPerson = 3;

type ReceivedFile = { readonly bytes: Uint8Array; readonly fileName: string };
type FilePreview = ReplyOf<typeof uploadJobs>;

/** Keeps a file of jobs until it is staged, and answers with what it would give. Its source is not known yet. */
export async function receiveFile(
  { services, actor, record }: Pick<Call, 'services' | 'actor'> & { readonly record: RecordLine },
  cust: number,
  { bytes, fileName }: ReceivedFile,
): Promise<Result<Done<FilePreview, Receipt>, RefusedFile>> {
  const read = await readJobs(services, bytes, cust, { learned: await rememberedOfAll(services.db, cust), propose: true });
  if (!read.ok) return refusedFile(read.error);
  const { id, receipt } = await services.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('upload')
      .values({ customer_id: cust, user_id: actor.userId, file_name: fileName, bytes: Buffer.from(bytes) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await forgetEarlier(tx, { customerId: cust, userId: actor.userId });
    return { id, receipt: await record(tx, { object: ['upload', id], facts: { fileName, bytes: bytes.byteLength } }) };
  });
  return done(await replyOf(services, cust, id, read.value), receipt);
}

/** A person stages one file after the other, so only the newest ones are stored, and no one can fill the disk. */
const forgetEarlier = (tx: Tx, { customerId, userId }: { customerId: number; userId: number }) =>
  sql`
  delete from upload where customer_id = ${customerId} and user_id = ${userId} and id not in (
    select id from upload where customer_id = ${customerId} and user_id = ${userId} order by created_at desc, id limit ${storedPerPerson})`.execute(
    tx,
  );

/** Reads a file of jobs with the customer's aliases. */
export async function readJobs(
  { db, now }: Services,
  bytes: Uint8Array,
  customerId: number,
  options: Omit<CollectOptions, 'today'>,
): Promise<Result<Collection, FeedProblem>> {
  const fieldAliases = await columnAliasesOf(db, customerId);
  return collectApart(bytes, { ...options, fieldAliases, today: now().toISOString().slice(0, 10) }, { customerId });
}

/** What a kept file would give, and the source that files with these headers were staged under. */
export const replyOf = async ({ db }: Services, cust: number, file: string, read: Collection): Promise<FilePreview> => ({
  ...previewOf(read),
  file,
  source: await sourceWithHeaders(db, cust, read.signature),
});
