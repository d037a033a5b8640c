import { sql } from 'kysely';
import type { Result } from '#contract/kit/result.ts';
import { holdSource } from '#server/feed/hold-source.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import type { MailFiles } from '#server/parsing/read-apart.ts';
import type { Guard } from '#server/runs/lease.ts';
import { writeCounts } from './job-counts.ts';
import {
  attachmentLimits,
  type FileOfJobs,
  type FilePlace,
  giveFiles,
  type SeenFile,
  seenFile,
  storeFile,
} from './stored-files.ts';

/** The files of an email, or why they could not be read, for the jobs that it lists. */
type MailWithFiles = {
  readonly place: FilePlace;
  readonly subject: string;
  readonly files: Result<MailFiles, FeedProblem>;
  readonly providerJobIds: readonly string[];
  readonly at: Date;
  /** Throws if the run may write no longer. */
  readonly guard: Guard;
};

/**
 * Gives the jobs of an email its files. What is not kept is listed with the reason. An email that is read again gives nothing twice.
 */
export async function keepMailFiles(
  db: Db,
  secrets: Secrets,
  { place, subject, files, providerJobIds, at, guard }: MailWithFiles,
): Promise<void> {
  const seen: SeenFile[] = [];
  if (files.ok) for (const { name, bytes } of files.value.files) seen.push(await seenFile(name, bytes));
  seen.push(...missingOf(files));
  if (seen.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await guard(tx);
    await holdSource(tx, place.customerId, place.sourceId);
    const { rows } = await sql<{ id: number }>`
      select id from job where customer_id = ${place.customerId} and source_id = ${place.sourceId}
        and provider_job_id = any(${providerJobIds}::text[]) and not deleted order by id for update`.execute(tx);
    const ids = rows.map(({ id }) => id);
    const stored: SeenFile[] = [];
    for (const file of seen) stored.push(await storeFile(tx, secrets, place, file));
    const given = stored.flatMap((file) => ids.map((jobId) => ({ jobId, file: ofMail(file, subject) })));
    await giveFiles(tx, place, given, at);
    await writeCounts(tx, place.customerId, ids);
  });
}

/** What is missing besides files that are not kept: those beyond the limit, or all if the email could not be taken apart again. */
function missingOf(files: MailWithFiles['files']): SeenFile[] {
  const missing = (name: string, words: string): SeenFile[] => [{ name, kind: null, size: null, words, body: null }];
  if (!files.ok) return missing('Attachments', `Not kept: ${files.error.words}`);
  const { more } = files.value;
  if (more === 0) return [];
  return missing(
    `${more} more ${more === 1 ? 'file' : 'files'}`,
    `Not kept: of an email, the first ${attachmentLimits.filesOfMail} files are kept. Ask the vendor for several emails.`,
  );
}

const ofMail = ({ name, kind, size, words, body }: SeenFile, subject: string): FileOfJobs => ({
  origin: 'email',
  key: `${body?.digest ?? ''}|${name}`,
  originName: subject,
  url: null,
  name,
  kind,
  size,
  digest: body?.digest ?? null,
  words,
});
