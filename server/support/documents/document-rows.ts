import type { Selectable } from 'kysely';
import { type DocumentType, type SupportDocument, taxFormId } from '#contract/support/documents.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { NoticeTables } from '#server/kit/db/tables/notice-tables.ts';
import { sampleTaxForm } from './sample-tax-form.ts';

type DocumentRow = Selectable<NoticeTables['support_document']>;
type Listed = Omit<DocumentRow, 'content'>;

const listed = ['id', 'type', 'name', 'description', 'file_name', 'size', 'link', 'changed_at'] as const;
const sampleName = 'sample-tax-form.pdf';

/** A document as people see it. The tax form without a file of the provider is the sample. */
function shownDocument(row: Listed): SupportDocument {
  const isSample = row.id === taxFormId && row.file_name === null;
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    description: row.description,
    fileName: isSample ? sampleName : row.file_name,
    size: isSample ? sampleTaxForm().byteLength : row.size,
    link: row.link,
    isSample,
    changedAt: row.changed_at,
  };
}

/** Documents or videos by name, without their files. */
export async function documentsOf(db: Db | Tx, type: DocumentType): Promise<SupportDocument[]> {
  const rows = await db
    .selectFrom('support_document')
    .select(listed)
    .where('type', '=', type)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(shownDocument);
}

/** One document or video without its file; undefined if there is none. `lock` locks it until the transaction ends. */
export async function findDocument(db: Db | Tx, id: number, lock = false): Promise<SupportDocument | undefined> {
  const query = db.selectFrom('support_document').select(listed).where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && shownDocument(row);
}

/** The file of a document with its name; undefined if it has none. */
export async function fileOf(db: Db, id: number): Promise<{ readonly bytes: Uint8Array; readonly fileName: string } | undefined> {
  const row = await db.selectFrom('support_document').select(['content', 'file_name']).where('id', '=', id).executeTakeFirst();
  if (row && row.content !== null && row.file_name !== null) return { bytes: row.content, fileName: row.file_name };
  return row && id === taxFormId ? { bytes: sampleTaxForm(), fileName: sampleName } : undefined;
}
