import type { Selectable } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { type Attachment, fetchAttachment, listAttachments, readAttachment } from '#contract/staging/attachments.ts';
import { fetchLink, writeFetched } from '../collecting/attachments/fetch-link.ts';
import { openAttachedFile } from '../collecting/attachments/stored-files.ts';
import { collectPorts } from '../collecting/runs/collect-ports.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { readNewest } from '../kit/db/paging.ts';
import type { AttachmentTables } from '../kit/db/tables/attachment-tables.ts';
import { done, unchanged } from '../kit/http/audited.ts';
import { type Handler, handle } from '../kit/http/handle.ts';
import { type CustomerNamed, customerOf, type Loader, row } from '../kit/http/loaders.ts';

type Stored = Selectable<AttachmentTables['job_attachment']>;

const mostListed = 200;

/** A file of the customer that the call names, by its random id. */
const attachment: Loader<{ readonly attachmentId: string } & CustomerNamed, Stored> = {
  locks: false,
  absent: ({ attachmentId }) => absent('attachment', attachmentId),
  find: (db, args) => storedAttachment(db, customerOf(args), args.attachmentId),
};

export const attachmentRoutes: Handler[] = [
  handle(listAttachments, { load: { job: row('job', 'jobId') } }, async ({ cust, jobId }, { services: { db } }) => {
    const query = db
      .selectFrom('job_attachment')
      .selectAll()
      .where('customer_id', '=', cust)
      .where('job_id', '=', jobId)
      .orderBy('found_at', 'desc')
      .orderBy('name')
      .orderBy('id');
    const { total, rows } = await readNewest(query, mostListed);
    return ok({ total, rows: rows.map(shown) });
  }),
  handle(readAttachment, { load: { file: attachment } }, async ({ cust, attachmentId }, { services }, { file }) => {
    const { digest, source_id: sourceId, name } = file;
    const bytes =
      digest === null ? undefined : await openAttachedFile(services.db, services.secrets, { customerId: cust, sourceId, digest });
    return bytes ? ok({ body: bytes, fileName: name }) : no(absent('attachment that can be read', attachmentId));
  }),
  handle(
    fetchAttachment,
    { audit: 'attachment.fetch', ownTransactions: true, load: { file: attachment } },
    async ({ cust, attachmentId }, { services, record }, { file }) => {
      if (file.url === null || file.digest !== null) return unchanged(shown(file));
      const fetched = await fetchLink(collectPorts(services).fetch, file.url);
      return services.db.transaction().execute(async (tx) => {
        const { name, words, body } = await writeFetched(tx, services.secrets, file, fetched);
        const facts = { name, from: file.origin_name, isHere: body !== null, words };
        const receipt = await record(tx, { object: ['job', file.job_id], facts });
        return done(shown((await storedAttachment(tx, cust, attachmentId)) ?? file), receipt);
      });
    },
  ),
];

async function storedAttachment(db: Db | Tx, customerId: number, id: string): Promise<Stored | undefined> {
  return db
    .selectFrom('job_attachment')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

const shown = (file: Stored): Attachment => ({
  id: file.id,
  name: file.name,
  kind: file.kind,
  size: file.size,
  from: file.origin,
  fromName: file.origin_name,
  at: file.found_at,
  state: file.digest !== null ? 'here' : file.words === null ? 'linked' : 'missing',
  words: file.words,
});
