import { sql } from 'kysely';
import type { JobRow } from '#contract/rows/jobs.ts';
import { attachmentLinks, linkKey } from '#domain/attachments/attachment-links.ts';
import { cleanFileName } from '#domain/file-names/clean-file-name.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { filesOn } from './job-counts.ts';
import { countsOf, type FileOfJobs, type FilePlace, giveFiles } from './stored-files.ts';

/** A job that is being staged: its row, and the further columns of the vendor's record. */
type StagedJob = { readonly row: JobRow; readonly extra: Readonly<Record<string, string>> };

/**
 * Notes the files that jobs link to, in the transaction that stages the jobs. They are fetched when a person first opens them: no vendor's
 * silent host can hold up a collection. Returns how many files each job has, for jobs where this is another number than their row says.
 */
export async function noteLinks(
  tx: Tx,
  place: FilePlace,
  jobs: readonly StagedJob[],
  at: Date,
): Promise<ReadonlyMap<number, number>> {
  const linked = jobs.flatMap(({ row, extra }) => {
    const links = attachmentLinks(extra);
    return links.length > 0 || filesOn(row) > 0 ? [{ row, links }] : [];
  });
  if (linked.length === 0) return new Map();
  const given = linked.flatMap(({ row, links }) => links.map((link) => ({ jobId: row.id, file: ofLink(link) })));
  const ids = linked.map(({ row }) => row.id);
  // A link that the vendor no longer sends, and that no one opened.
  await sql`
    delete from job_attachment where customer_id = ${place.customerId} and job_id = any(${ids}::bigint[]) and origin = 'link'
      and digest is null and url <> all(${given.flatMap(({ file }) => file.url ?? [])}::text[])`.execute(tx);
  await giveFiles(tx, place, given, at);
  const counts = await countsOf(tx, place.customerId, ids);
  return new Map(
    linked.flatMap(({ row }) => {
      const files = counts.get(row.id) ?? 0;
      return files === filesOn(row) ? [] : [[row.id, files] as const];
    }),
  );
}

function ofLink(link: string): FileOfJobs {
  const { host, pathname } = new URL(link);
  return {
    origin: 'link',
    key: linkKey(link),
    originName: host,
    url: link,
    name: cleanFileName(decoded(pathname)),
    kind: null,
    size: null,
    digest: null,
    words: null,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A path with a percent sign of its own.
    return path;
  }
}
