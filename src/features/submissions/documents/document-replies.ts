import { listDocumentMappings, listSubmissionDocuments, listTargetDocuments } from '#contract/submissions/documents.ts';

/** What a change of a document's mapping makes outdated. */
export const documentReplies = [listTargetDocuments, listSubmissionDocuments, listDocumentMappings];

/** Whether a person may change the document mapping of a target: a shared one is for administrators (documented). */
export const mayMapDocuments = (isShared: boolean, isAdministrator: boolean): boolean => isAdministrator || !isShared;
