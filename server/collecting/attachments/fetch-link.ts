import type { Result } from '#contract/kit/result.ts';
import { cleanFileName } from '#domain/file-names/clean-file-name.ts';
import { nameInDisposition } from '#domain/file-names/name-in-disposition.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { AttachmentTables } from '#server/kit/db/tables/attachment-tables.ts';
import type { FetchProblem, SafeFetchOptions, SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { attachmentLimits, type SeenFile, seenFile, storeFile } from './stored-files.ts';

type Fetch = (url: string, options: SafeFetchOptions) => Promise<Result<SafeReply, FetchProblem>>;

/** A person waits for the file. */
const patienceMs = 25_000;

/** Fetches the file of a link without any sign-in: what a vendor links to may be on any host. What is missing says why. */
export async function fetchLink(fetch: Fetch, url: string): Promise<SeenFile> {
  const { pathname, hostname } = new URL(url);
  const missing = (words: string): SeenFile => ({
    name: cleanFileName(pathname),
    kind: null,
    size: null,
    words: `Not fetched from ${hostname}: ${words}`,
    body: null,
  });
  const fetched = await fetch(url, { maxBytes: attachmentLimits.fileBytes, totalMs: patienceMs });
  if (!fetched.ok) return missing(`${fetched.error.words} Open the job in the VMS, or ask the vendor to send the file by email.`);
  const { status, headers, bytes } = fetched.value;
  if (status !== 200) return missing(`the answer was status ${status}. The link may be out of date: open the job in the VMS.`);
  const file = await seenFile(nameInDisposition(headers['content-disposition']) ?? pathname, bytes);
  if (file.kind === 'Web page' && !/\.x?html?$/i.test(pathname))
    return missing('the answer was a web page and no file, such as a sign-in. Open the job in the VMS.');
  return file;
}

type Attachment = Pick<AttachmentTables['job_attachment'], 'id' | 'customer_id' | 'source_id'>;

/** Writes what became of a link. A file that was here already stays. */
export async function writeFetched(tx: Tx, secrets: Secrets, of: Attachment, file: SeenFile): Promise<SeenFile> {
  const stored = await storeFile(tx, secrets, { customerId: of.customer_id, sourceId: of.source_id }, file);
  const { name, kind, size, words, body } = stored;
  await tx
    .updateTable('job_attachment')
    .set(body === null ? { words } : { name, kind, size, words, digest: body.digest })
    .where('customer_id', '=', of.customer_id)
    .where('id', '=', of.id)
    .where('digest', 'is', null)
    .execute();
  return stored;
}
