import * as z from 'zod';
import { RowId } from '../kit/ids.ts';
import { SubmissionPackageRow } from '../rows/submission-lists.ts';
import { dictionaryContent } from '../submissions/dictionary-content.ts';
import { documentContent } from '../submissions/document-content.ts';
import { packageContent } from '../submissions/package-content.ts';
import { pairContent } from '../submissions/pair-content.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

/** Arguments of the changes of packages, by wire name. A removal names the target for its sentence. */
export const submissionPackageCommandArgs = {
  /** `isDefault: null` leaves as it is which package is the default of the target. */
  'submissionPackage.save.v1': CreatedRow.extend({ ...packageContent, isDefault: z.boolean().nullable() }),
  'submissionPackage.remove.v1': CreatedRow.extend({ targetId: RowId }),
  'submissionPackage.restore.v1': RestoredRow.extend({
    ...packageContent,
    ...SubmissionPackageRow.pick({ isDefault: true, defaultAt: true }).shape,
  }),
} as const;

const { targetId, degreeId, specialtyId } = pairContent;

/** Arguments of the changes of steps of a mapping, by wire name. A removal names the entries for its sentence. */
export const submissionPairCommandArgs = {
  'submissionPair.save.v1': CreatedRow.extend(pairContent),
  'submissionPair.remove.v1': CreatedRow.extend({ targetId, degreeId, specialtyId }),
  'submissionPair.restore.v1': RestoredRow.extend(pairContent),
} as const;

const { targetId: documentTarget, documentId } = documentContent;

/** The same for steps of the mapping of documents. */
export const submissionDocumentCommandArgs = {
  'submissionDocumentStep.save.v1': CreatedRow.extend(documentContent),
  'submissionDocumentStep.remove.v1': CreatedRow.extend({ targetId: documentTarget, documentId }),
  'submissionDocumentStep.restore.v1': RestoredRow.extend(documentContent),
} as const;

/** The same for mappings between dictionaries. */
export const submissionDictionaryCommandArgs = {
  'submissionDictionaryStep.save.v1': CreatedRow.extend(dictionaryContent),
  'submissionDictionaryStep.remove.v1': CreatedRow.extend({ targetId: RowId, fromId: RowId }),
  'submissionDictionaryStep.restore.v1': RestoredRow.extend(dictionaryContent),
} as const;
