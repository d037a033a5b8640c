import { Button } from '@mantine/core';
import { IconFile, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { bytes } from '../format/format.ts';
import './drop-zone.css';

type Props = {
  /** What is wanted: "a file of jobs". */
  what: string;
  hint: ReactNode;
  /** The chosen file stays on the screen, whatever became of it. */
  file: File | null;
  onFile: (file: File) => void;
  busy?: boolean;
};

/** A place to drop one file on, with a button for those who do not drag. Judges nothing: what a file is, its reader says. */
export function DropZone({ what, hint, file, onFile, busy = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Entering a child leaves the parent: only as many leaves as enters mean that the pointer is gone.
  const [over, setOver] = useState(0);
  const hintId = useId();
  const take = (files: FileList | null) => {
    const first = files?.[0];
    if (first && !busy) onFile(first);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(0);
    take(event.dataTransfer.files);
  };
  const Icon = file ? IconFile : IconFileUpload;
  return (
    <div
      className="drop-zone"
      data-over={over > 0 || undefined}
      data-chosen={file !== null || undefined}
      onDragEnter={() => setOver((n) => n + 1)}
      onDragLeave={() => setOver((n) => n - 1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <Icon size={28} stroke={1.5} aria-hidden />
      <p className="drop-zone-words">{file ? `${file.name} (${bytes(file.size)})` : `Drop ${what} here`}</p>
      <Button variant="default" disabled={busy} aria-describedby={hintId} onClick={() => input.current?.click()}>
        {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      <p id={hintId} className="muted drop-zone-hint">
        {hint}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`Choose ${what}`}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file may be chosen again after it was corrected.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
