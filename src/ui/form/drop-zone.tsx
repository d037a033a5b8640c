import { Button } from '@mantine/core';
import { IconFile, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { bytes } from '../format/format.ts';
import './drop-zone.css';

type Props = {
  /** The noun for the file: "a file of jobs". */
  what: string;
  hint: ReactNode;
  /** The chosen file. Its name stays on the screen even if reading it failed. */
  file: File | null;
  onFile: (file: File) => void;
  busy?: boolean;
};

/** A place to drop one file on, with a button for choosing it. Does not check the file; its reader does. */
export function DropZone({ what, hint, file, onFile, busy = false }: Props) {
  const input = useRef<HTMLInputElement>(null);
  // Entering a child fires "leave" on the parent: the pointer is outside only when leaves equal enters.
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
          // Lets the user choose the same file again after correcting it.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
