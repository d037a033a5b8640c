import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  removeDocumentLink,
  removeDocumentMapping,
  saveDocumentLink,
  saveDocumentMapping,
} from '#contract/submissions/documents.ts';
import { sharedMapping } from '#domain/submissions/document-steps.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { findSubmissionTarget, type StoredSubmissionTarget, submissionTarget } from '../targets/target-rows.ts';
import {
  hasDocumentStep,
  hasJrDocument,
  mayMap,
  type Removal,
  removeDocumentStep,
  removeDocumentSteps,
  storeDocumentSteps,
} from './document-links.ts';
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
      load: { source: submissionTarget('sourceId'), target: submissionTarget('targetId') },
    },
    async (args, call, { source, target }) => {
      const { tx, actor } = call;
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
      const { jrDocumentId } = args;
      const steps = [{ target: source, document: from, jrDocumentId }];
      await storeDocumentSteps(call, to ? [...steps, { target, document: to, jrDocumentId }] : steps);
      return done(
        { message: messages.saved },
        { object: ['submissionTarget', args.sourceId], facts: { name: from.name, to: to?.name ?? '' } },
      );
    },
  ),

  handle(removeDocumentMapping, { audit: 'submission.document.unmap' }, async (args, call) => {
    const { tx, actor } = call;
    const sides = [
      { target: args.sourceId, document: args.sourceDocumentId },
      { target: args.targetId, document: args.targetDocumentId },
    ].filter(({ document }) => document > 0);
    if (sides.length === 0)
      return no({
        kind: 'invalid',
        fields: { sourceDocumentId: 'Choose the side to remove: the source, the destination, or both' },
      });
    const removals: Removal[] = [];
    const names: string[] = [];
    for (const side of sides) {
      const target = await findSubmissionTarget(tx, args.cust, side.target);
      if (!target) return no(absent('submission target', side.target));
      const document = await documentOf(tx, target, side.document);
      if (!document) return no(absent('document of a submission target', side.document));
      if (!mayMap(target, actor)) return no({ kind: 'invalid', fields: { targetDocumentId: sharedMapping } });
      removals.push({ target, document });
      names.push(document.name);
    }
    const without = await removeDocumentSteps(call, removals);
    if (without) return no(absent('mapping of the document', without.document.id));
    return done(removed, { object: ['submissionTarget', sides[0]?.target ?? ''], facts: { name: names.join(', ') } });
  }),

  handle(
    saveDocumentLink,
    { audit: 'submission.document.map', load: { target: submissionTarget('targetId') } },
    async ({ id, documentId, jrDocumentId }, call, { target }) => {
      const { tx, actor } = call;
      if (!mayMap(target, actor)) return no({ kind: 'invalid', fields: { targetId: sharedMapping } });
      if (!(await hasJrDocument(tx, jrDocumentId))) return no(noJr(jrDocumentId));
      const document = await documentOf(tx, target, documentId);
      if (!document) return no(absent('document of the target', documentId));
      if (id !== 0 && !(await hasDocumentStep(tx, target, id))) return no(absent('step of a mapping', id));
      await storeDocumentSteps(call, [{ target, document, jrDocumentId }], id);
      const saved = await documentOf(tx, target, documentId);
      if (!saved) return no(absent('document of the target', documentId));
      return done(saved, { object: ['submissionTarget', target.row.id], facts: { name: saved.name, to: saved.jrName } });
    },
  ),

  handle(
    removeDocumentLink,
    { audit: 'submission.document.unmap', load: { target: submissionTarget('targetId') } },
    async ({ linkId }, call, { target }) => {
      if (!mayMap(target, call.actor)) return no({ kind: 'invalid', fields: { linkId: sharedMapping } });
      if (!(await removeDocumentStep(call, target, linkId))) return no(absent('step of a mapping', linkId));
      return done(removed, { object: ['submissionTarget', target.row.id], facts: { name: target.row.name } });
    },
  ),
];
