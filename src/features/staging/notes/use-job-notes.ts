import type { JobNoteRow } from '#contract/rows/job-note.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The notes on a job, newest first. `ready` is true once a first complete copy has arrived. */
export function useJobNotes(jobId: number): { readonly ready: boolean; readonly notes: readonly JobNoteRow[] } {
  const { ready, rows } = useCollection('jobNote');
  const notes = rows
    .filter((note) => note.jobId === jobId && !note.purged)
    .sort((a, b) => Date.parse(b.writtenAt) - Date.parse(a.writtenAt));
  return { ready, notes };
}
