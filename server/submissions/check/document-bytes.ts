import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import type { SubmissionAdapter } from '../adapter.ts';

/** Most bytes of a document that a person adds: what the destination takes, and no more than an upload may have. */
export const mostDocumentBytes = ({ documentLimits }: SubmissionAdapter): number =>
  Math.min(documentLimits?.bytes ?? maxUploadBytes, maxUploadBytes);
