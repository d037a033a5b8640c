import { Button } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { mostTicketFiles } from '#contract/rows/ticket.ts';
import { mostWaitingFile } from '#contract/support/tickets.ts';
import { bytes } from '#src/ui/format/format.ts';
import './ticket.css';

type Props = { readonly files: readonly File[]; readonly onFiles: (files: readonly File[]) => void };

/** Why a file cannot wait on a device; null if it can. */
function problemOf({ name, size }: File): string | null {
  if (size === 0) return `${name} is empty. Choose a file with content.`;
  return size > mostWaitingFile ? `${name} has ${bytes(size)}. A file may have at most ${bytes(mostWaitingFile)}.` : null;
}

/** The files that go with a ticket or an answer: chosen or dropped, checked at once, each can be taken out again. */
export function ChosenFiles({ files, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const take = (list: FileList | null) => {
    const given = [...(list ?? [])];
    const refused = given.flatMap((file) => problemOf(file) ?? []);
    const room = mostTicketFiles - files.length;
    const fitting = given.filter((file) => problemOf(file) === null);
    setProblems(fitting.length > room ? [...refused, `A ticket has at most ${mostTicketFiles} files.`] : refused);
    onFiles([...files, ...fitting.slice(0, room)]);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <div className="ticket-chosen" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className="ticket-chosen-line">
        <Button
          variant="default"
          leftSection={<IconPaperclip size={16} aria-hidden />}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
        >
          Add files
        </Button>
        <span id={hint} className="muted">
          Up to {bytes(mostWaitingFile)} each. No programs. You can drop them here.
        </span>
      </div>
      {problems.length > 0 && (
        <ul className="ticket-file-problems" role="alert">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <Chosen files={files} onFiles={onFiles} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Choose files"
        onChange={(event) => {
          take(event.currentTarget.files);
          // Lets the user choose the same file again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Each chosen file with its size, and a way to take it out. */
function Chosen({ files, onFiles }: Props) {
  if (files.length === 0) return null;
  return (
    <ul className="ticket-files" aria-label="Chosen files">
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          <span className="ticket-file-name">{file.name}</span>
          <span className="muted">{bytes(file.size)}</span>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconX size={14} aria-hidden />}
            aria-label={`Take ${file.name} out`}
            onClick={() => onFiles(files.filter((each) => each !== file))}
          >
            Take out
          </Button>
        </li>
      ))}
    </ul>
  );
}
