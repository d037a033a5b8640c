import { sameJson } from '#domain/json/same-json.ts';
import { mentionsIn } from '#domain/notes/mentions.ts';
import { command } from '../kit/command.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { counted, noteChange, noteUndo, otherJob, removedNote } from './note-change.ts';

/** Writes a note on a job, or changes one. The service refuses the notes of others. */
export const saveJobNote = command('jobNote.save.v1', {
  ...noteChange,
  describe: ({ jobId }, names) => ['saveNote', { job: names.of('job', [jobId]) }],
  refs: [rowNamed('jobNote', 'creates')],
  apply: (rows, { id, ref, jobId, authorId, text, mentions: chosen }, context) => {
    const current = rows.get('jobNote', id);
    if (current?.purged || (!current && ref === null)) return refused('gone', removedNote);
    const wrong = otherJob(current, jobId);
    if (wrong) return wrong;
    const mentions = mentionsIn(text, chosen);
    const isSame = current?.text === text && sameJson(current.mentions, mentions);
    const blank = { id, ref, jobId, authorId, author: context.by, writtenAt: context.at, editedAt: null };
    const row = current ?? { ...blank, purged: false, version: 0, by: context.by, at: context.at };
    const editedAt = current && !isSame ? context.at : row.editedAt;
    return counted(rows, row, written('jobNote', current, { ...row, text, mentions, editedAt }, context));
  },
  inverse: noteUndo.save,
});
