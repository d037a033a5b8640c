import { useEffect, useRef } from 'react';
import type { CellEdit } from './model/grid-column.ts';
import type { RowView } from './model/grid-source.ts';

export type Editing = {
  readonly row: RowView;
  readonly col: number;
  readonly text: string;
  readonly problem: string | null;
};

type EditorProps = {
  readonly edit: CellEdit;
  readonly editing: Editing;
  readonly label: string;
  readonly onText: (text: string) => void;
  /** Commits, then moves: down after Enter, right after Tab, left after Shift+Tab, not at all when the focus leaves. */
  readonly onCommit: (next: 'down' | 'right' | 'left' | 'stay') => void;
  readonly onCancel: () => void;
};

/** The input that replaces a cell's content during editing. */
export function CellEditor({ edit, editing, label, onText, onCommit, onCancel }: EditorProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (edit.mode !== 'date') input.current?.select();
  }, [edit.mode]);
  const effect = editing.problem ?? edit.effect?.(editing.row, editing.text) ?? null;
  return (
    <>
      <input
        ref={input}
        className={`jg-input${editing.problem ? ' is-wrong' : ''}`}
        type={edit.mode === 'date' ? 'date' : 'text'}
        inputMode={edit.mode === 'date' ? undefined : edit.mode}
        aria-label={label}
        aria-invalid={editing.problem !== null}
        value={editing.text}
        onChange={(event) => onText(event.currentTarget.value)}
        onBlur={() => onCommit('stay')}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onCancel();
          if (event.key === 'Enter') onCommit('down');
          if (event.key === 'Tab') onCommit(event.shiftKey ? 'left' : 'right');
          if (['Escape', 'Enter', 'Tab'].includes(event.key)) event.preventDefault();
        }}
      />
      {effect && (
        <span className={`jg-beside${editing.problem ? ' is-wrong' : ''}`} role="status">
          {effect}
        </span>
      )}
    </>
  );
}
