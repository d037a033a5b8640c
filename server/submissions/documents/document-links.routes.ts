import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  removeDocumentLink,
  removeDocumentMapping,
  saveDocumentLink,
  saveDocumentMapping,
} from '#contract/submissions/documents.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { findSubmissionTarget, type StoredSubmissionTarget, submissionTarget } from '../targets/target-rows.ts';
import { hasJrDocument, mayMap, removeDocumentSteps, sharedMapping, storeDocumentStep } from './document-links.ts';
import { documentsOf } from './document-rows.ts';

const removed = { message: 'The mapping was removed' };
const noJr = (id: number) => absent('document of Jobdock’s own list', id);
const documentOf = async (tx: Tx, { customerId, row }: StoredSubmissionTarget, id: number) =>
  (await documentsOf(tx, customerId, { targetId: row.id, id }))[0];

/** Changes of the mapping of documents. */
export const documentLinkRoutes: Handler[] = [
  handle(
    saveDocumentMapping,
    {
      audit: 'submission.document.map',
      load: { source: submissionTarget('sourceId', { lock: true }), target: submissionTarget('targetId', { lock: true }) },
    },
    async (args, { tx, actor }, { source, target }) => {
      if (args.sourceId === args.targetId) return no({ kind: 'invalid', fields: { targetId: messages.destinationIsSource } });
      const mayLeaveOut = target.row.shares_documents && !actor.administrator;
      if (args.targetDocumentId === 0 && !mayLeaveOut)
        return no({ kind: 'invalid', fields: { targetDocumentId: 'Choose a document of the destination' } });
      if (args.targetDocumentId !== 0 && !mayMap(target, actor))
        return no({ kind: 'invalid', fields: { targetDocumentId: sharedMapping } });
      if (!mayMap(source, actor)) return no({ kind: 'invalid', fields: { sourceDocumentId: sharedMapping } });
      if (!(await hasJrDocument(tx, args.jrDocumentId))) return no(noJr(args.jrDocumentId));
      const from = await documentOf(tx, source, args.sourceDocumentId);
      if (!from) return no(absent('document of the source', args.sourceDocumentId));
      const to = args.targetDocumentId === 0 ? null : await documentOf(tx, target, args.targetDocumentId);
      if (to === undefined) return no(absent('document of the destination', args.targetDocumentId));
      await storeDocumentStep(tx, source, from, args.jrDocumentId);
      if (to) await storeDocumentStep(tx, target, to, args.jrDocumentId);
      return done(
        { message: messages.saved },
        { object: ['submissionTarget', args.sourceId], facts: { name: from.name, to: to?.name ?? '' } },
      );
    },
  ),

  handle(removeDocumentMapping, { audit: 'submission.document.unmap' }, async (args, { tx, actor }) => {
    const sides = [
      { target: args.sourceId, document: args.sourceDocumentId },
      { target: args.targetId, document: args.targetDocumentId },
    ].filter(({ document }) => document > 0);
    if (sides.length === 0)
      return no({
        kind: 'invalid',
        fields: { sourceDocumentId: 'Choose the side to remove: the source, the destination, or both' },
      });
    const names: string[] = [];
    for (const side of sides) {
      const target = await findSubmissionTarget(tx, args.cust, side.target, true);
      if (!target) return no(absent('submission target', side.target));
      const document = await documentOf(tx, target, side.document);
      if (!document) return no(absent('document of a submission target', side.document));
      if (!mayMap(target, actor)) return no({ kind: 'invalid', fields: { targetDocumentId: sharedMapping } });
      if (!(await removeDocumentSteps(tx, target, document))) return no(absent('mapping of the document', side.document));
      names.push(document.name);
    }
    return done(removed, { object: ['submissionTarget', sides[0]?.target ?? ''], facts: { name: names.join(', ') } });
  }),

  handle(
    saveDocumentLink,
    { audit: 'submission.document.map', load: { target: submissionTarget('targetId', { lock: true }) } },
    async ({ id, documentId, jrDocumentId }, { tx, actor, customerId }, { target }) => {
      if (!mayMap(target, actor)) return no({ kind: 'invalid', fields: { targetId: sharedMapping } });
      if (!(await hasJrDocument(tx, jrDocumentId))) return no(noJr(jrDocumentId));
      const document = await documentOf(tx, target, documentId);
      if (!document) return no(absent('document of the target', documentId));
      if (id !== 0 && !(await removeLink(tx, customerId, target.row.id, id))) return no(absent('step of a mapping', id));
      await storeDocumentStep(tx, target, document, jrDocumentId);
      const saved = await documentOf(tx, target, documentId);
      if (!saved) return no(absent('document of the target', documentId));
      return done(saved, { object: ['submissionTarget', target.row.id], facts: { name: saved.name, to: saved.jrName } });
    },
  ),

  handle(
    removeDocumentLink,
    { audit: 'submission.document.unmap', load: { target: submissionTarget('targetId', { lock: true }) } },
    async ({ linkId }, { tx, actor, customerId }, { target }) => {
      if (!mayMap(target, actor)) return no({ kind: 'invalid', fields: { linkId: sharedMapping } });
      if (!(await removeLink(tx, customerId, target.row.id, linkId))) return no(absent('step of a mapping', linkId));
      return done(removed, { object: ['submissionTarget', target.row.id], facts: { name: target.row.name } });
    },
  ),
];

async function removeLink(tx: Tx, customerId: number, targetId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('submission_document_link')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
