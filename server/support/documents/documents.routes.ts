import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  listDocuments,
  mostDocumentBytes,
  readDocument,
  removeDocument,
  type SupportDocument,
  saveDocument,
  taxFormId,
  uploadDocument,
} from '#contract/support/documents.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { documentsOf, fileOf, findDocument } from './document-rows.ts';

/** Documents and videos of the provider: everyone reads them, administrators add and replace them. */
export const documentRoutes: Handler[] = [
  handle(listDocuments, async ({ type }, { services: { db }, actor }) => {
    const all = await documentsOf(db, type);
    return ok(actor.administrator ? all : all.filter(({ fileName, link }) => fileName !== null || link !== null));
  }),
  handle(readDocument, async ({ id }, { services: { db } }) => {
    const file = await fileOf(db, id);
    if (!file) return no({ kind: 'not_found', what: `There is no document with the id ${id} that has a file.` });
    return ok({ bytes: Buffer.from(file.bytes).toString('base64'), fileName: file.fileName });
  }),
  handle(saveDocument, { audit: 'document.save' }, async ({ id, type, name, description, link = null }, { tx, services }) => {
    const problem = linkProblem(type, link);
    if (problem !== null) return no({ kind: 'invalid', fields: { link: problem } });
    const values = { name, description, link, changed_at: services.now() };
    const before = id === 0 ? undefined : await findDocument(tx, id, true);
    if (id !== 0 && before?.type !== type) return no(absent(nounOf[type], id));
    const savedId = before ? id : await add(tx, { type, ...values });
    if (before) await tx.updateTable('support_document').set(values).where('id', '=', id).execute();
    const after = await reread(tx, savedId);
    return done(after, {
      object: ['supportDocument', savedId],
      changed: changesBetween(before && lineOf(before), lineOf(after)),
      facts: { name },
    });
  }),
  handle(uploadDocument, { audit: 'document.upload' }, async ({ id, file, fileName }, { tx, services }) => {
    if (file.byteLength > mostDocumentBytes) return no({ kind: 'too_large', limit: `${mostDocumentBytes / 1_000_000} MB` });
    if (!isPdf(file))
      return no({ kind: 'invalid', fields: { file: 'This is no PDF file. Save the document as PDF, then upload it.' } });
    const before = await findDocument(tx, id, true);
    if (before?.type !== 1) return no(absent('document', id));
    const values = {
      content: file,
      file_name: pdfName(fileName, before.name),
      size: file.byteLength,
      changed_at: services.now(),
    };
    await tx.updateTable('support_document').set(values).where('id', '=', id).execute();
    const after = await reread(tx, id);
    return done(after, {
      object: ['supportDocument', id],
      changed: changesBetween(fileLine(before), fileLine(after)),
      facts: { name: after.name },
    });
  }),
  handle(removeDocument, { audit: 'document.remove' }, async ({ id }, { tx }) => {
    if (id === taxFormId)
      return no({ kind: 'conflict', current: { message: 'The tax form stays in the list. Replace its file.' } });
    const removed = await tx.deleteFrom('support_document').where('id', '=', id).returning('name').executeTakeFirst();
    if (!removed) return no(absent('document', id));
    return done({}, { object: ['supportDocument', id], facts: { name: removed.name } });
  }),
];

const nounOf = { 1: 'document', 3: 'video' } as const;

function linkProblem(type: 1 | 3, link: string | null): string | null {
  if (type === 3) return link === null ? 'Enter the address of the video' : null;
  return link === null ? null : 'A document has a file. Remove the address, or add a video.';
}

const lineOf = ({ type, name, description, link }: SupportDocument) => ({ type, name, description, link });
const fileLine = ({ fileName, size }: SupportDocument) => ({ fileName, size });

/** What begins a PDF file. Some writers put up to a kilobyte before it. */
const isPdf = (file: Uint8Array): boolean => Buffer.from(file.subarray(0, 1024)).includes('%PDF-');

/** The name to save a file under: that of the upload without a path and signs that file systems refuse, as `….pdf`. */
function pdfName(sent: string, otherwise: string): string {
  const bare = (sent.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{Cc}\u2028\u2029<>:"|?*]/gu, '').trim();
  const stem = bare.replace(/\.pdf$/i, '') || otherwise.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'document';
  return `${stem.slice(0, 120)}.pdf`;
}

type Added = {
  readonly type: 1 | 3;
  readonly name: string;
  readonly description: string;
  readonly link: string | null;
  readonly changed_at: Date;
};
const add = async (tx: Tx, values: Added): Promise<number> =>
  (await tx.insertInto('support_document').values(values).returning('id').executeTakeFirstOrThrow()).id;

async function reread(tx: Tx, id: number): Promise<SupportDocument> {
  const found = await findDocument(tx, id);
  if (!found) throw new Error('a document was not saved');
  return found;
}
