import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import {
  addJrDocument,
  listDocumentMappings,
  listJrDocuments,
  listSubmissionDocuments,
  listTargetDocuments,
} from '#contract/submissions/documents.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { jrEntries } from '../mapping/jr-lists.ts';
import { submissionTarget } from '../targets/target-rows.ts';
import { documentLinkRoutes } from './document-links.routes.ts';
import { documentMappingRows } from './document-mapping-rows.ts';
import { documentsOf } from './document-rows.ts';

const between = { source: submissionTarget('sourceId'), target: submissionTarget('targetId') };
const sameTarget = { kind: 'invalid', fields: { targetId: messages.destinationIsSource } } as const;

/** Document types of submission targets and their mappings through Jobdock's own list. */
export const submissionDocumentRoutes: Handler[] = [
  handle(listJrDocuments, async (_args, { services: { db } }) => ok(await jrEntries(db, 'document'))),
  handle(listTargetDocuments, { load: { target: submissionTarget('target') } }, async ({ cust, target }, { services: { db } }) =>
    ok(await documentsOf(db, cust, { targetId: target })),
  ),
  handle(listSubmissionDocuments, async ({ me }, { services: { db } }) => ok(await documentsOf(db, me, {}))),
  handle(listDocumentMappings, { load: between }, async ({ cust, sourceId, targetId }, { services: { db } }) =>
    sourceId === targetId ? no(sameTarget) : ok(await documentMappingRows(db, cust, sourceId, targetId)),
  ),
  handle(addJrDocument, { audit: 'submission.document.name' }, async ({ id, name }, { tx }) => {
    const same = await tx
      .selectFrom('jr_entry')
      .select('id')
      .where('kind', '=', 'document')
      .where(sql`lower(name)`, '=', name.toLowerCase())
      .where('id', '!=', id)
      .executeTakeFirst();
    if (same) return no({ kind: 'invalid', fields: { name: 'Jobdock’s own list has this document already' } });
    const note = (saved: number) => ({ object: ['submissionDocument', saved] as const, facts: { name } });
    if (id === 0) {
      const added = { kind: 'document' as const, name };
      const made = await tx.insertInto('jr_entry').values(added).returning('id').executeTakeFirstOrThrow();
      return done({ message: messages.documentAdded, id: made.id, name }, note(made.id));
    }
    const renamed = await tx
      .updateTable('jr_entry')
      .set({ name })
      .where('id', '=', id)
      .where('kind', '=', 'document')
      .returning('id')
      .executeTakeFirst();
    if (!renamed) return no(absent('document of Jobdock’s own list', id));
    return done({ message: messages.saved, id, name }, note(id));
  }),
  ...documentLinkRoutes,
];
