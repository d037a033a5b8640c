import type { ReactNode } from 'react';
import './status-pill.css';

export type PillTone = 'calm' | 'busy' | 'waiting' | 'offline' | 'attention';

/** One state in a word, always with a shape: what the header says about the connection, as a button that says more. */
export function StatusPill({
  tone,
  words,
  note,
  className,
  ...button
}: { tone: PillTone; words: string; note?: ReactNode } & React.ComponentProps<'button'>) {
  // A popover's target brings a class of its own.
  return (
    <button type="button" className={`status-pill ${className ?? ''}`} data-tone={tone} {...button}>
      <span className="status-pill-mark" aria-hidden />
      <span className="status-pill-words">{words}</span>
      {note && <span className="status-pill-note">{note}</span>}
    </button>
  );
}
