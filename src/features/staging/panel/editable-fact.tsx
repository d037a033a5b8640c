import { useRef, useState } from 'react';
import { blank } from '#src/ui/format/format.ts';
import { CellEditor } from '#src/ui/grid/cell-editor.tsx';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import type { RowView } from '#src/ui/grid/model/grid-source.ts';

type Props = { readonly row: RowView; readonly column: GridColumn; readonly words: string | null };
type Typed = { readonly text: string; readonly problem: string | null };

/** A value of the panel that is edited in place, by the same rules as in the grid. */
export function EditableFact({ row, column, words }: Props) {
  const { edit, label } = column;
  const [typed, setTyped] = useState<Typed | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  if (!edit) return words ?? blank;
  const close = (focuses: boolean) => {
    setTyped(null);
    // The button is back only after the input is gone.
    if (focuses) setTimeout(() => button.current?.focus());
  };
  const commit = (next: 'down' | 'right' | 'left' | 'stay') => {
    if (!typed) return;
    if (typed.text === edit.initial(row) || (next === 'stay' && typed.problem)) return close(next !== 'stay');
    const read = edit.read(typed.text);
    if (!read.ok) return setTyped({ text: '', problem: read.problem });
    edit.commit(row, read.value);
    close(next !== 'stay');
  };
  if (!typed)
    return (
      <button
        ref={button}
        type="button"
        className="fact-edit"
        aria-label={`Edit ${label}: ${words ?? 'none'}`}
        onClick={() => setTyped({ text: edit.initial(row), problem: null })}
      >
        {words ?? blank}
      </button>
    );
  return (
    <span className="fact-editor">
      <CellEditor
        edit={edit}
        editing={{ row, col: 0, ...typed }}
        label={label}
        onText={(text) => setTyped({ text, problem: null })}
        onCommit={commit}
        onCancel={() => close(true)}
      />
    </span>
  );
}
