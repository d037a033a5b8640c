import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id, IdOrNone } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { JrEntry } from './mapping.ts';

const me = CustomerRef.default('me');
const cust = CustomerRef;
const fails = ['invalid', 'forbidden', 'not_found'] as const;
const read = { needs: 'submissions.use', offline: 'cached' } as const;
const write = { needs: 'submissions.use', offline: 'online' } as const;

/** A document type of a submission target, with its step of the mapping. `JrDocLinkId` 0: none, or one of the shared mapping. */
export const SubmissionDocument = z.object({
  id: wire('ID', z.number()),
  extId: wire('ExtID', z.string()),
  name: wire('Name', z.string()),
  groupName: wire('GroupName', z.string()),
  jrName: wire('JrDocName', z.string()),
  jrId: wire('JrDocId', z.number()),
  linkId: wire('JrDocLinkId', z.number()),
  /** The step is that of the shared mapping of the system. */
  isShared: z.boolean(),
});
export type SubmissionDocument = z.infer<typeof SubmissionDocument>;
const example: SubmissionDocument = {
  id: 81,
  extId: 'BLS',
  name: 'BLS card',
  groupName: 'Certifications',
  jrName: 'BLS',
  jrId: 205,
  linkId: 91,
  isShared: false,
};

export const listJrDocuments = endpoint('GET /api/SubmissionDocuments/jr', {
  about: 'The documents of Jobdock’s own list, by name.',
  args: z.object({ me }),
  reply: z.array(JrEntry),
  fails: ['forbidden'],
  ...read,
  example: [{ id: 205, name: 'BLS' }],
});

export const listTargetDocuments = endpoint('GET /api/SubmissionDocuments/:target/:cust', {
  about: 'The document types of a submission target with their steps of the mapping, by group, then name.',
  args: z.object({ target: Id, cust }),
  reply: z.array(SubmissionDocument),
  fails: ['forbidden', 'not_found'],
  ...read,
  example: [example],
});

const required = (what: string) => z.number(`Choose ${what}`).int().positive(`Choose ${what}`);

export const saveDocumentMapping = endpoint('POST /api/SubmissionMappingDoc/save/:cust', {
  about:
    'Maps a document of a source to one of Jobdock’s own, and that to one of a destination. The last one may be 0 where the destination shares its mapping and the caller is no administrator; such callers cannot change that step.',
  args: z.object({
    cust,
    sourceId: wire('SourceID', required('a source')),
    targetId: wire('TargetID', required('a destination')),
    sourceDocumentId: wire('SourceDocID', required('a document of the source')),
    jrDocumentId: wire('JrDocID', required('a document of Jobdock')),
    targetDocumentId: wire('TargetDocID', IdOrNone.default(0)),
  }),
  reply: z.object({ message: z.string() }),
  fails,
  ...write,
  example: { message: messages.saved },
});

export const removeDocumentMapping = endpoint('DELETE /api/SubmissionMappingDoc/delete/:cust', {
  about:
    'Removes the steps of a document’s mapping that a person chose: of the source (`SourceID` with `SourceDocID`), of the destination (`TargetID` with `TargetDocID`), or both. 0: that side stays.',
  args: z.object({
    cust,
    sourceId: wire('SourceID', IdOrNone.default(0)),
    sourceDocumentId: wire('SourceDocID', IdOrNone.default(0)),
    targetId: wire('TargetID', IdOrNone.default(0)),
    targetDocumentId: wire('TargetDocID', IdOrNone.default(0)),
  }),
  reply: z.object({ message: z.string() }),
  fails,
  ...write,
  example: { message: 'The mapping was removed' },
});

/** A row of the screen of document mappings. Null: that step is missing. */
export const DocumentMappingRow = z.object({
  source: SubmissionDocument.nullable(),
  jrId: z.number(),
  jrName: z.string(),
  target: SubmissionDocument.nullable(),
});
export type DocumentMappingRow = z.infer<typeof DocumentMappingRow>;

export const listDocumentMappings = endpoint('GET /api/SubmissionMappingDoc/list/:cust', {
  about: 'The mapping of documents from a source to a destination, by name of Jobdock’s own document.',
  args: z.object({ cust, sourceId: wire('SourceID', Id), targetId: wire('TargetID', Id) }),
  reply: z.array(DocumentMappingRow),
  fails,
  ...read,
  example: [{ source: example, jrId: 205, jrName: 'BLS', target: { ...example, id: 82, linkId: 92 } }],
});

export const addJrDocument = endpoint('PUT /api/SubmissionDocument/new', {
  about: 'Adds a document to Jobdock’s own list (ID 0), or renames one. The list is that of all customers: for administrators.',
  args: z.object({
    id: wire('ID', IdOrNone.default(0)),
    name: wire(
      'Name',
      z.string(messages.documentNameRequired).trim().min(1, messages.documentNameRequired).max(200, 'Use at most 200 characters'),
    ),
  }),
  reply: z.object({ message: z.string(), id: wire('ID', z.number()), name: wire('Name', z.string()) }),
  fails,
  needs: 'admin',
  offline: 'online',
  example: { message: messages.documentAdded, id: 205, name: 'BLS' },
});

export const listSubmissionDocuments = endpoint('GET /api/SubmissionDocument/list', {
  about: 'The document types of every submission target of a customer, by target, group and name.',
  args: z.object({ me }),
  reply: z.array(SubmissionDocument.extend({ targetId: wire('CustomerSubmissionID', z.number()), target: z.string() })),
  fails: ['forbidden', 'not_found'],
  ...read,
  example: [{ ...example, targetId: 5, target: 'Coastal Trio' }],
});

export const saveDocumentLink = endpoint('POST /api/SubmissionDocument/upsert', {
  about:
    'Adds (ID 0) or changes one step of a document’s mapping. A target that shares its mapping takes it from administrators only, and it then applies to every customer of the system.',
  args: z.object({
    me,
    id: wire('ID', IdOrNone.default(0)),
    documentId: wire('DocumentID', required('a document of the target')),
    jrDocumentId: wire('DocumentJRID', required('a document of Jobdock')),
    targetId: wire('CustomerSubmissionID', required('a target')),
  }),
  reply: SubmissionDocument,
  fails,
  ...write,
  example,
});

export const removeDocumentLink = endpoint('DELETE /api/SubmissionDocument/:targetId/:linkId', {
  about: 'Removes one step of a document’s mapping.',
  args: z.object({ targetId: Id, linkId: Id, me }),
  reply: z.object({ message: z.string() }),
  fails,
  ...write,
  example: { message: 'The mapping was removed' },
});

export const submissionDocumentEndpoints = [
  listJrDocuments,
  listTargetDocuments,
  saveDocumentMapping,
  removeDocumentMapping,
  listDocumentMappings,
  addJrDocument,
  listSubmissionDocuments,
  saveDocumentLink,
  removeDocumentLink,
];
