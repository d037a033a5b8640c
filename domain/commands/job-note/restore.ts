import { mentionsIn } from '#domain/notes/mentions.ts';
import { command } from '../kit/command.ts';
import { broughtBack, imageOf, rowNamed } from '../kit/versioned.ts';
import { counted, noteBack, noteChange, otherJob } from './note-change.ts';

/** Restores a note as it was. Its mentions give no second notice. */
export const restoreJobNote = command('jobNote.restore.v1', {
  ...noteChange,
  describe: ({ jobId }, names) => ['restoreNote', { job: names.of('job', [jobId]) }],
  refs: [rowNamed('jobNote', 'restores')],
  apply: (rows, args, context) =>
    otherJob(rows.get('jobNote', args.id), args.jobId) ??
    counted(rows, args, broughtBack('jobNote', rows, { ...args, mentions: mentionsIn(args.text, args.mentions) }, context)),
  inverse: ({ id, ref, jobId }, before) => {
    const image = imageOf('jobNote', before);
    if (!image) return [];
    if (image.created || image.row.purged) return [{ name: 'jobNote.remove.v1', args: { id, ref, jobId } }];
    return [{ name: 'jobNote.restore.v1', args: noteBack(image.row, image.row.version) }];
  },
});
