import { RowId } from '../kit/ids.ts';

/** What people set of a step of the mapping of documents. Its side follows from the system of the target. */
export const documentContent = { targetId: RowId, documentId: RowId, jrDocumentId: RowId };
