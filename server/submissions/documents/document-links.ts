import { sql } from 'kysely';
import { documentSideOf } from '#domain/submissions/document-steps.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { authorOf, openDocumentSteps } from '../mapping/step-book.ts';
import type { StoredSubmissionTarget } from '../targets/target-rows.ts';

/** Who changes a mapping of documents. */
type Person = { readonly administrator: boolean };

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

/** What changes steps: the transaction of a call, and who makes it. */
type Changing = Parameters<typeof authorOf>[0] & { readonly tx: Tx };
/** A step to store between a document of a target and one of Jobdock's own. */
type NewStep = {
  readonly target: StoredSubmissionTarget;
  readonly document: { readonly id: number; readonly extId: string };
  readonly jrDocumentId: number;
};

/**
 * Stores steps of targets of one customer. A source's document means one of Jobdock's; one of Jobdock's becomes one of a destination: an
 * earlier step of the same is replaced. With `id`, that step becomes the new one.
 */
export async function storeDocumentSteps(call: Changing, steps: readonly NewStep[], id = 0): Promise<void> {
  const { tx } = call;
  const shared = steps.filter(({ target }) => target.row.shares_documents);
  for (const { target, document, jrDocumentId } of shared)
    await sql`insert into jr_document_link (system_id, jr_document_id, ext_id)
      values (${target.row.system_id}, ${jrDocumentId}, ${document.extId})
      on conflict (system_id, jr_document_id) do update set ext_id = excluded.ext_id`.execute(tx);
  const own = steps.filter(({ target }) => !target.row.shares_documents);
  const [first] = own;
  if (!first) return;
  const targetIds = own.map(({ target }) => target.row.id);
  const book = await openDocumentSteps(tx, first.target.customerId, targetIds, authorOf(call));
  for (const { target, document, jrDocumentId } of own) {
    const step = {
      targetId: target.row.id,
      side: documentSideOf(target.row.system_id),
      documentId: document.id,
      jrDocumentId,
    };
    const earlier = book.withId(id);
    if (earlier) book.change(earlier, step);
    else book.store(step);
  }
  await book.write();
}

export type Removal = {
  readonly target: StoredSubmissionTarget;
  readonly document: { readonly id: number; readonly extId: string };
};

/** Removes the steps of documents of targets of one customer. Returns the first of them that has none; undefined if all had one. */
export async function removeDocumentSteps(call: Changing, removals: readonly Removal[]): Promise<Removal | undefined> {
  const { tx } = call;
  const own = removals.filter(({ target }) => !target.row.shares_documents);
  for (const removal of removals) {
    if (own.includes(removal)) continue;
    const { system_id } = removal.target.row;
    const { numAffectedRows } = await sql`delete from jr_document_link where system_id = ${system_id}
      and ext_id = ${removal.document.extId}`.execute(tx);
    if ((numAffectedRows ?? 0n) === 0n) return removal;
  }
  const [first] = own;
  if (!first) return undefined;
  const targetIds = own.map(({ target }) => target.row.id);
  const book = await openDocumentSteps(tx, first.target.customerId, targetIds, authorOf(call));
  for (const removal of own) {
    const steps = book
      .all()
      .filter(({ targetId, documentId }) => targetId === removal.target.row.id && documentId === removal.document.id);
    if (steps.length === 0) return removal;
    for (const step of steps) book.remove(step);
  }
  await book.write();
  return undefined;
}

/** Removes one step of a target. Returns whether it had it. */
export async function removeDocumentStep(call: Changing, { customerId, row }: StoredSubmissionTarget, id: number) {
  const book = await openDocumentSteps(call.tx, customerId, [row.id], authorOf(call));
  const step = book.withId(id);
  if (!step) return false;
  book.remove(step);
  await book.write();
  return true;
}

/** Whether a target has a step with an id. */
export async function hasDocumentStep(tx: Tx, { customerId, row }: StoredSubmissionTarget, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('submission_document_link')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', row.id)
    .where('id', '=', id)
    .where('deleted', '=', false)
    .executeTakeFirst();
  return found !== undefined;
}
