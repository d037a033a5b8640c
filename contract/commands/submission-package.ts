import * as z from 'zod';
import { IdOrNone, RowId } from '../kit/ids.ts';
import { SubmissionPackageRow } from '../rows/submission-lists.ts';
import { submissionLimits } from '../submissions/words.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

const most = submissionLimits.packageDocuments;

/** What people set of a package. Degree or specialty 0: any. */
export const packageContent = {
  targetId: z.number('Choose a target').int().positive('Choose a target'),
  degreeId: IdOrNone,
  specialtyId: IdOrNone,
  documents: z.array(RowId).min(1, 'Choose a document').max(most, `Choose ${most} documents at most`),
  note: z
    .string()
    .trim()
    .max(submissionLimits.note, `Use at most ${submissionLimits.note.toLocaleString('en-US')} characters`),
};

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
