import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { absent } from '#contract/rows/absent.ts';
import { addCaregiverDocument } from '#contract/submissions/caregiver-documents.ts';
import { cleanFileName } from '#domain/file-names/clean-file-name.ts';
import { addedFileProblem } from '#domain/submissions/document-problem.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { parserTurns } from '#server/parsing/turns/parser-turns.ts';
import type { Answer } from '../adapter.ts';
import { mostDocumentBytes } from '../check/document-bytes.ts';
import { sourceDocument } from '../check/package-documents.ts';
import { targetsFor } from '../requests/ask.ts';
import { openSubmissionTarget } from '../targets/open-adapter.ts';
import { addToCaregiver } from './add-to-caregiver.ts';

/** A file is held three times while it is sent: as bytes, as text, and in the request. */
const inTurn = parserTurns({ atOnce: 2, waiting: 6 });
const isThere = 'The document is with the caregiver';
const invalid = (field: string, words: string) => no({ kind: 'invalid' as const, fields: { [field]: words } });

/** Adds documents to caregivers in their source. Nothing of the file is stored. */
export const caregiverDocumentRoutes: Handler[] = [
  handle(
    addCaregiverDocument,
    { audit: 'submission.document.add', ownTransactions: true },
    async ({ me, documentId, caregiverId, file, fileName, ...named }, { services, record }) => {
      const { db } = services;
      const { fromId, toId } = await targetsFor(db, me, named);
      if (fromId === 0) return invalid('fromId', messages.submissionSourceRequired);
      const wanted = await sourceDocument(db, me, { fromId, toId, id: documentId });
      if (!wanted) return no(absent('document', documentId));
      const source = await openSubmissionTarget(services, me, fromId);
      if (!source?.addDocument) return invalid('fromId', noDocuments);
      const { name, type } = wanted;
      if (type === null) return invalid('documentId', `The document “${name}” is not mapped to one of the source. Map it first.`);
      const destination = await openSubmissionTarget(services, me, toId);
      if (!destination) return invalid('toId', 'The connection of the destination is not complete.');
      const clean = cleanFileName(fileName);
      const problem = addedFileProblem({ name: clean, size: file.byteLength, head: file }, mostDocumentBytes(destination));
      if (problem !== null) return invalid('file', problem);
      const document = { typeExtId: type.extId, name: type.name, fileName: clean, content: file };
      const added = await inTurn({ customerId: me }, () => addToCaregiver(source, caregiverId, document));
      if (added.kind !== 'done') return invalid('file', wordsOf(name, added));
      const reply = { id: added.value.id, name, message: isThere };
      if (added.value.wasThere) return unchanged(reply);
      const note = { object: ['submissionTarget', fromId] as const, facts: { document: name, size: file.byteLength } };
      return done(reply, await db.transaction().execute((tx) => record(tx, note)));
    },
  ),
];

const noDocuments = 'This source takes no documents from here, or its connection is not complete. Add the document there.';

/** Why a document was not added, and what to do. Without an answer it may be there: it is looked up before it is added again. */
const wordsOf = (name: string, { kind, words }: Exclude<Answer<unknown>, { kind: 'done' }>): string =>
  kind === 'unknown'
    ? `The source did not confirm the document “${name}”: ${words}. Add it again: Jobdock first looks whether it is there.`
    : `The document “${name}” was not added: ${words}`;
