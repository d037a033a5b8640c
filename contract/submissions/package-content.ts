import * as z from 'zod';
import { IdOrNone, RowId } from '../kit/ids.ts';
import { submissionLimits } from './words.ts';

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
