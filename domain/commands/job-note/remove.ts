import { command } from '../kit/command.ts';
import { rewritten } from '../kit/versioned.ts';
import { counted, noteChange, noteUndo, otherJob, removedNote } from './note-change.ts';

/** Removes a note from its job. */
export const removeJobNote = command('jobNote.remove.v1', {
  ...noteChange,
  describe: ({ jobId }, names) => ['removeNote', { job: names.of('job', [jobId]) }],
  apply: (rows, { id, jobId }, context) =>
    otherJob(rows.get('jobNote', id), jobId) ??
    counted(
      rows,
      { id, jobId },
      rewritten(rows, { collection: 'jobNote', id, gone: removedNote }, (row) => ({ ...row, purged: true }), context),
    ),
  inverse: noteUndo.remove,
});
