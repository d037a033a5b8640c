import { listDocumentMappings, listTargetDocuments } from '#contract/submissions/documents.ts';

/** What a change of a shared mapping of documents makes outdated. Own steps arrive as rows. */
export const documentReplies = [listTargetDocuments, listDocumentMappings];

/** Whether a person may change the document mapping of a target: a shared one is for administrators (documented). */
export const mayMapDocuments = (isShared: boolean, isAdministrator: boolean): boolean => isAdministrator || !isShared;
