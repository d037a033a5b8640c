import { command } from '../kit/command.ts';
import { imageOf, rewritten } from '../kit/versioned.ts';
import { counted, noteBack, noteChange, otherJob, removedNote } from './note-change.ts';

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
  inverse: (_, before) => {
    const image = imageOf('jobNote', before);
    if (!image || image.created) return [];
    return [{ name: 'jobNote.restore.v1', args: noteBack(image.row, image.row.version + 1) }];
  },
});
