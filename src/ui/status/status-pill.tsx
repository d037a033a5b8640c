import type { ReactNode } from 'react';
import './status-pill.css';

export type PillTone = 'calm' | 'busy' | 'waiting' | 'offline' | 'attention';

/** A status in a word, always with a shape: the connection status in the header, as a button that opens details. */
export function StatusPill({
  tone,
  words,
  note,
  className,
  ...button
}: { tone: PillTone; words: string; note?: ReactNode } & React.ComponentProps<'button'>) {
  // A popover target passes its own class.
  return (
    <button type="button" className={`status-pill ${className ?? ''}`} data-tone={tone} {...button}>
      <span className="status-pill-mark" aria-hidden />
      <span className="status-pill-words">{words}</span>
      {note && <span className="status-pill-note">{note}</span>}
    </button>
  );
}
