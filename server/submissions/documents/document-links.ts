import { sql } from 'kysely';
import type { Tx } from '#server/kit/db/connection.ts';
import type { StoredSubmissionTarget } from '../targets/target-rows.ts';
import { documentSide } from './document-rows.ts';

/** Who changes a mapping of documents. */
type Person = { readonly administrator: boolean };

/** The refusal of a change of a shared mapping by somebody else than an administrator. */
export const sharedMapping =
  'This target shares its mapping of documents with other agencies. Only administrators of the Jobdock provider change it.';

/** Whether a person may change the documents of a target. */
export const mayMap = ({ row }: StoredSubmissionTarget, { administrator }: Person): boolean =>
  administrator || !row.shares_documents;

/** Whether Jobdock's own list has a document. */
export async function hasJrDocument(tx: Tx, id: number): Promise<boolean> {
  const query = tx
    .selectFrom('jr_entry')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'document')
    .where('removed', '=', false);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Stores the step between a document of a target and one of Jobdock's own. A source's document means one of Jobdock's; one of Jobdock's
 * becomes one of a destination: an earlier step of the same is replaced.
 */
export async function storeDocumentStep(
  tx: Tx,
  target: StoredSubmissionTarget,
  document: { readonly id: number; readonly extId: string },
  jrDocumentId: number,
): Promise<void> {
  const { customerId, row } = target;
  if (row.shares_documents) {
    await sql`insert into jr_document_link (system_id, jr_document_id, ext_id) values (${row.system_id}, ${jrDocumentId}, ${document.extId})
      on conflict (system_id, jr_document_id) do update set ext_id = excluded.ext_id`.execute(tx);
    return;
  }
  const side = documentSide(target);
  const isSame = side === 'from' ? sql`document_id = ${document.id}` : sql`jr_document_id = ${jrDocumentId}`;
  const { numAffectedRows } = await sql`
    update submission_document_link set document_id = ${document.id}, jr_document_id = ${jrDocumentId}
    where customer_id = ${customerId} and target_id = ${row.id} and side = ${side} and ${isSame}`.execute(tx);
  if ((numAffectedRows ?? 0n) > 0n) return;
  const link = { customer_id: customerId, target_id: row.id, side, document_id: document.id, jr_document_id: jrDocumentId };
  await tx.insertInto('submission_document_link').values(link).execute();
}

/** Removes the steps of a document of a target. Returns whether there was one. */
export async function removeDocumentSteps(
  tx: Tx,
  { customerId, row }: StoredSubmissionTarget,
  document: { id: number; extId: string },
) {
  const { numAffectedRows } = row.shares_documents
    ? await sql`delete from jr_document_link where system_id = ${row.system_id} and ext_id = ${document.extId}`.execute(tx)
    : await sql`delete from submission_document_link where customer_id = ${customerId} and target_id = ${row.id}
        and document_id = ${document.id}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
