import * as z from 'zod';
import { Instant, RowId } from '../kit/ids.ts';
import { Mention, mostMentions, mostNoteLength } from '../rows/job-note.ts';
import { CreatedRow, RestoredRow } from './row-ids.ts';

/** The text of a note. */
export const NoteText = z
  .string()
  .trim()
  .min(1, 'Write the note')
  .max(mostNoteLength, `Shorten the note to ${mostNoteLength.toLocaleString('en-US')} characters`);

const OfJob = { jobId: RowId };
const Content = {
  ...OfJob,
  authorId: RowId,
  text: NoteText,
  mentions: z.array(Mention).max(mostMentions, `Mention at most ${mostMentions} people`),
};

/** Arguments of the changes of notes on jobs, by wire name. `authorId` is the sender where the note is new. */
export const jobNoteCommandArgs = {
  'jobNote.save.v1': CreatedRow.extend(Content),
  'jobNote.remove.v1': CreatedRow.extend(OfJob),
  'jobNote.restore.v1': RestoredRow.extend({
    ...Content,
    author: z.string().max(200),
    writtenAt: Instant,
    editedAt: Instant.nullable(),
  }),
} as const;
