import { sql } from 'kysely';
import { no } from '#contract/kit/result.ts';
import { previewPacket } from '#contract/submissions/packet.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle, type RawReply } from '#server/kit/http/handle.ts';
import { parserTurns } from '#server/parsing/turns/parser-turns.ts';
import { gather } from '../check/gather.ts';
import { openRequest } from '../requests/ask.ts';
import { makePacket } from './make-packet.ts';

/** A packet takes up to 60 MB and a core. Each customer has one at a time. */
const inTurn = parserTurns({ atOnce: 2, waiting: 6 });

const tooMuch = 'The documents took too much time or memory. Open them in the source.';

/** The preview of what goes along with a submission, as one PDF. */
export const submissionPacketRoutes: Handler[] = [
  handle(
    previewPacket,
    { audit: 'submission.preview', ownTransactions: true },
    async ({ me, ...request }, { services, record }) => {
      const opened = await openRequest(services, me, request);
      if ('fields' in opened) return no({ kind: 'invalid' as const, fields: opened.fields });
      const { asked, source, destination, caregiver } = opened;
      if (!caregiver)
        return no({
          kind: 'invalid' as const,
          fields: { caregiverId: 'The source no longer has this caregiver. Search again.' },
        });
      const today = services.now().toISOString().slice(0, 10);
      const { packed } = await gather(services.db, asked, caregiver, destination, today);
      if (packed.documents.length === 0)
        return no({ kind: 'invalid' as const, fields: { toId: 'No package asks for documents, so there is nothing to show.' } });
      const packageName = await nameOfPackage(services.db, me, packed.packageId);
      const job = await nameOfJob(services.db, me, asked);
      const question = { source, caregiver, packed, packageName, job, today };
      const body = await inTurn({ customerId: me }, () => makePacket(question));
      if (body === null) return no({ kind: 'invalid' as const, fields: { caregiverId: tooMuch } });
      const facts = { job: asked.providerJobId, documents: packed.documents.length };
      const receipt = await services.db
        .transaction()
        .execute((tx) => record(tx, { object: ['submissionTarget', asked.toId], facts }));
      return done(pdfReply(`packet-${asked.providerJobId}.pdf`, body), receipt);
    },
  ),
];

const pdfReply = (fileName: string, body: Uint8Array): RawReply => ({
  body,
  contentType: 'application/pdf',
  fileName: fileName.replaceAll(/[^\w.-]+/g, '-'),
  headers: { 'cache-control': 'no-store' },
});

/** How people know a package: by its degree and specialty, or as the default. */
async function nameOfPackage(db: Db, customerId: number, id: number): Promise<string> {
  const { rows } = await sql<{ degree: string | null; specialty: string | null }>`
    select d.name as degree, s.name as specialty from submission_package p
    left join submission_entry d on d.customer_id = p.customer_id and d.id = (p.row ->> 'degreeId')::bigint
    left join submission_entry s on s.customer_id = p.customer_id and s.id = (p.row ->> 'specialtyId')::bigint
    where p.customer_id = ${customerId} and p.id = ${id}`.execute(db);
  const names = [rows[0]?.degree, rows[0]?.specialty].filter(Boolean);
  return names.length === 0 ? 'Default package' : `Package for ${names.join(', ')}`;
}

type Job = { readonly jobId: number; readonly providerJobId: string };

async function nameOfJob(db: Db, customerId: number, { jobId, providerJobId }: Job): Promise<string> {
  const { rows } = await sql<{ facility: string | null }>`select row ->> 'facility' as facility from job
    where customer_id = ${customerId} and id = ${jobId}`.execute(db);
  const facility = rows[0]?.facility ?? '';
  return `Job ${providerJobId}${facility === '' ? '' : `, ${facility}`}`;
}
