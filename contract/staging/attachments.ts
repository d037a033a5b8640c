import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, Instant } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';

/** A file that a vendor sent with a job, or that a vendor's record links to. */
export const Attachment = z.object({
  /** Drawn at random. */
  id: z.string(),
  name: z.string(),
  /** What it is by its content, such as “PDF”. Null as long as it is not here. */
  kind: z.string().nullable(),
  /** In bytes. */
  size: z.number().nullable(),
  from: z.enum(['email', 'link']),
  /** The subject of the email, or the host of the link. */
  fromName: z.string(),
  at: Instant,
  /** here: it can be read. linked: it is fetched when it is first opened. missing: `words` say why it is not here. */
  state: z.enum(['here', 'linked', 'missing']),
  /** What to know about it: why it is missing, or that its name says something else than its content. */
  words: z.string().nullable(),
});
export type Attachment = z.infer<typeof Attachment>;

const example: Attachment = {
  id: '6f0f6d1e-9c55-4f43-9f0a-0f3b8f1f8a11',
  name: 'Unit profile.pdf',
  kind: 'PDF',
  size: 48_211,
  from: 'email',
  fromName: 'Requisition 2026-4711: RN ICU',
  at: '2026-11-21T12:00:00.000Z',
  state: 'here',
  words: null,
};
const AttachmentId = z.uuid('Use the ID from the list of attachments');

export const listAttachments = endpoint('GET /api/staging/attachment/:cust/:jobId', {
  about: 'The newest 200 files of a job, also those that are missing, with the reason.',
  args: z.object({ cust: CustomerRef, jobId: Id }),
  reply: newestOf(Attachment),
  fails: ['forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'cached',
  example: { total: 1, rows: [example] },
});

export const readAttachment = endpoint('GET /api/staging/attachment/file/:cust/:attachmentId', {
  about: 'A file of a job, as its vendor sent it.',
  args: z.object({ cust: CustomerRef, attachmentId: AttachmentId }),
  reply: z.string(),
  fails: ['forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  raw: 'file',
  example: '%PDF-1.7',
});

export const fetchAttachment = endpoint('POST /api/staging/attachment/fetch/:cust/:attachmentId', {
  about:
    'Fetches a linked file from its vendor and keeps it. Answers with the file, which is missing if it could not be fetched.',
  args: z.object({ cust: CustomerRef, attachmentId: AttachmentId }),
  reply: Attachment,
  fails: ['forbidden', 'not_found'],
  needs: 'staging.read',
  offline: 'online',
  example,
});

export const attachmentEndpoints = [listAttachments, readAttachment, fetchAttachment];
