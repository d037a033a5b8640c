import './notes.css';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { JobNoteRow } from '#contract/rows/job-note.ts';
import { notePartsOf } from '#domain/notes/mentions.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { NoteForm } from './note-form.tsx';
import { useJobNotes } from './use-job-notes.ts';

/** The notes of people on a job, newest first. Their text is shown as it was written, never as HTML. */
export function JobNotes({ jobId }: { jobId: number }) {
  const { may } = useSession();
  const { ready, notes } = useJobNotes(jobId);
  const [edited, setEdited] = useState<number | null>(null);
  const writes = may('jobs.hold');
  if (!ready) return <Waiting />;
  return (
    <div className="job-notes">
      {writes && edited === null && <NoteForm key="new" jobId={jobId} note={null} onClose={null} />}
      {notes.length === 0 && <p className="muted">No notes on this job yet.</p>}
      <ul aria-label="Notes">
        {notes.map((note) => (
          <li key={note.ref ?? note.id}>
            {edited === note.id ? (
              <NoteForm jobId={jobId} note={note} onClose={() => setEdited(null)} />
            ) : (
              <Note note={note} onEdit={writes ? () => setEdited(note.id) : null} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Note({ note, onEdit }: { note: JobNoteRow; onEdit: (() => void) | null }) {
  const { role, may } = useSession();
  const changes = useChanges();
  const { id, ref, jobId, author, authorId, text, mentions, writtenAt, editedAt } = note;
  const isOwn = authorId === role.userId;
  const remove = () => void changes.make('jobNote.remove.v1', { id, ref, jobId }, () => 'Note removed');
  return (
    <>
      <p className="note-head">
        <strong>{author}</strong>
        <span className="muted">
          <Ago at={writtenAt} />
          {editedAt !== null && (
            <>
              , edited <Ago at={editedAt} />
            </>
          )}
        </span>
        {onEdit && isOwn && (
          <Button size="compact-xs" variant="subtle" onClick={onEdit}>
            Edit
          </Button>
        )}
        {onEdit && (isOwn || may('users.write')) && (
          <Button size="compact-xs" variant="subtle" onClick={remove}>
            Remove
          </Button>
        )}
      </p>
      <p className="note-text">
        {notePartsOf(text, mentions).map(({ text: part, userId }, i) =>
          userId === null ? (
            part
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other key
            <span key={i} className="note-mention" data-own={userId === role.userId || undefined}>
              {part}
            </span>
          ),
        )}
      </p>
    </>
  );
}
