import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { httpUrl } from '../kit/http-url.ts';
import { Id, IdOrNone, Instant } from '../kit/ids.ts';
import { wire } from '../kit/wire-names.ts';

/** Most bytes of a document. */
export const mostDocumentBytes = 10_000_000;

/** The id of the tax form in the list of documents. */
export const taxFormId = 22;

/** 1: documents, which are PDF files. 3: videos, which are links. */
const DocumentType = z.union([z.literal(1), z.literal(3)], 'Choose 1 for documents or 3 for videos');
export type DocumentType = z.infer<typeof DocumentType>;

const SupportDocument = z.object({
  id: wire('ID', z.number()),
  type: wire('Type', DocumentType),
  name: wire('Name', z.string()),
  description: wire('Description', z.string()),
  /** The file of a document; null for a video, and for a document without a file. */
  fileName: wire('FileName', z.string().nullable()),
  /** In bytes. */
  size: z.number().int().nullable(),
  /** The address of a video, which opens in a window of its own; null for a document. */
  link: wire('Url', z.string().nullable()),
  /** The file is a sample of Jobdock that no administrator has replaced. */
  isSample: z.boolean(),
  changedAt: Instant,
});
export type SupportDocument = z.infer<typeof SupportDocument>;

const example: SupportDocument = {
  id: 22,
  type: 1,
  name: 'Tax form',
  description: 'Form W-9 of the provider.',
  fileName: 'tax-form.pdf',
  size: 48_211,
  link: null,
  isSample: false,
  changedAt: '2026-11-21T12:00:00.000Z',
};

export const listDocuments = endpoint('GET /api/support/document/list/:type', {
  about: 'The documents (1) or videos (3) of the provider, by name. People see those that have a file or a link.',
  args: z.object({ type: z.coerce.number().pipe(DocumentType) }),
  reply: z.array(SupportDocument),
  fails: ['invalid'],
  needs: 'session',
  offline: 'cached',
  example: [example],
});

export const readDocument = endpoint('GET /api/support/document/:id', {
  about: 'The file of a document: its bytes as base64, and its name. 22 is the tax form.',
  args: z.object({ id: Id }),
  reply: z.object({ bytes: z.string(), fileName: z.string() }),
  fails: ['not_found'],
  needs: 'session',
  offline: 'online',
  example: { bytes: 'JVBERi0xLjQ=', fileName: 'tax-form.pdf' },
});

export const saveDocument = endpoint('POST /api/support/document/save', {
  about:
    'Changes what a document or video is called and where a video is, or adds one with id 0. A document gets its file by an upload.',
  args: z.object({
    id: wire('ID', IdOrNone),
    type: wire('Type', DocumentType),
    name: wire('Name', z.string().trim().min(1, 'Enter a name').max(200, 'Shorten the name to 200 characters')),
    description: wire('Description', z.string().trim().max(500, 'Shorten the description to 500 characters').default('')),
    link: wire('Url', httpUrl('Enter a whole address that starts with https://').nullish()),
  }),
  reply: SupportDocument,
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example,
});

export const uploadDocument = endpoint('POST /api/upload/support/document/:id', {
  about: 'Replaces the file of a document by a PDF file.',
  args: z.object({ id: Id, file: z.instanceof(Uint8Array), fileName: z.string().max(500).default('') }),
  reply: SupportDocument,
  fails: ['invalid', 'forbidden', 'not_found', 'too_large'],
  needs: 'admin',
  offline: 'online',
  upload: 'file',
  example,
});

export const removeDocument = endpoint('DELETE /api/support/document/:id', {
  about: 'Removes a document or video. The tax form stays; its file can be replaced.',
  args: z.object({ id: Id }),
  reply: z.object({}),
  fails: ['forbidden', 'not_found', 'conflict'],
  needs: 'admin',
  offline: 'online',
  example: {},
});

export const documentEndpoints = [listDocuments, readDocument, saveDocument, uploadDocument, removeDocument];
