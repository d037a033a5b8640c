import { mentionsIn } from '#domain/notes/mentions.ts';
import { command } from '../kit/command.ts';
import { broughtBack, rowNamed } from '../kit/versioned.ts';
import { counted, noteChange, noteUndo, otherJob } from './note-change.ts';

/** Restores a note as it was. Its mentions give no second notice. */
export const restoreJobNote = command('jobNote.restore.v1', {
  ...noteChange,
  describe: ({ jobId }, names) => ['restoreNote', { job: names.of('job', [jobId]) }],
  refs: [rowNamed('jobNote', 'restores')],
  apply: (rows, args, context) =>
    otherJob(rows.get('jobNote', args.id), args.jobId) ??
    counted(rows, args, broughtBack('jobNote', rows, { ...args, mentions: mentionsIn(args.text, args.mentions) }, context)),
  inverse: noteUndo.restore,
});
