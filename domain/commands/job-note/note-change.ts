import type { CommandArgs } from '#contract/commands/commands.ts';
import type { Result } from '#contract/kit/result.ts';
import type { JobNoteRow } from '#contract/rows/job-note.ts';
import type { Applied, CommandRefusal, RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { held, refused, rowNamed, wholeRow, wholeRowUndo } from '../kit/versioned.ts';

export const removedNote = 'This note was removed.';

/** The common part of changes of one note. Whose note it is decides who may make them, which only the service can judge. */
export const noteChange = {
  ...wholeRow('jobNote'),
  area: 'jobs',
  heading: 'notes',
  shownOn: 'staging',
  needs: () => ['jobs.hold'] as const,
  forbidden: 'standard',
  refs: [rowNamed('jobNote', 'names')],
  // The job counts its notes.
  touches: ({ id, jobId }: { readonly id: number; readonly jobId: number }) => [
    ...keysOf('job', [jobId]),
    ...keysOf('jobNote', [id]),
  ],
  reads: () => [],
} as const;

/** Adds the job's row with its number of notes to a change of one of them. A note is only removed from a job that is gone. */
export function counted(
  rows: RowReader,
  { id, jobId }: Pick<JobNoteRow, 'id' | 'jobId'>,
  applied: Result<Applied, CommandRefusal>,
): Result<Applied, CommandRefusal> {
  if (!applied.ok) return applied;
  const { writes, result } = applied.value;
  const [write] = writes;
  if (write?.collection !== 'jobNote') return applied;
  const change = (write.row.purged ? 0 : 1) - (held(rows, 'jobNote', id) ? 1 : 0);
  const job = rows.get('job', jobId);
  if (!job) return change > 0 ? refused('gone', 'This job is no longer here, so it takes no notes.') : applied;
  if (change === 0) return applied;
  // A job that was stored before jobs counted their notes has no number.
  const noteCount = Math.max(0, (job.noteCount ?? 0) + change);
  return { ok: true, value: { writes: [...writes, { collection: 'job', row: { ...job, noteCount } }], result } };
}

/** Refuses a note of another job; null if it is one of this job. */
export const otherJob = (row: JobNoteRow | undefined, jobId: number) =>
  row && row.jobId !== jobId ? refused('invalid', 'This note belongs to another job.') : null;

/** The arguments that restore a note. `version` is the version of the row they replace. */
function noteBack(row: JobNoteRow, version: number): CommandArgs<'jobNote.restore.v1'> {
  const { id, ref, jobId, authorId, author, text, mentions, writtenAt, editedAt } = row;
  return { id, ref, version, jobId, authorId, author, text, mentions, writtenAt, editedAt };
}

/** The changes that undo saving, removing and restoring. */
export const noteUndo = wholeRowUndo('jobNote', {
  remove: ({ id, ref, jobId }: CommandArgs<'jobNote.remove.v1'>) => ({ name: 'jobNote.remove.v1', args: { id, ref, jobId } }),
  restore: (row, version) => ({ name: 'jobNote.restore.v1', args: noteBack(row, version) }),
});
