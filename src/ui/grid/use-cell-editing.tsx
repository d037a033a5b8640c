import { type ReactNode, useCallback, useState } from 'react';
import { CellEditor, type Editing } from './cell-editor.tsx';
import type { ActiveCell } from './model/active-cell.ts';
import type { Sections } from './model/column-layout.ts';
import type { At } from './model/grid-props.ts';
import type { useActiveCell } from './use-active-cell.ts';

type EditingOptions = {
  readonly sections: Sections;
  readonly focus: Pick<ReturnType<typeof useActiveCell>, 'active' | 'go' | 'stay'>;
  readonly at: (cell: ActiveCell) => At | null;
  readonly readOnly: boolean;
};

const STEP = { down: [1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const;

/** Editing of one cell at a time, starting at the focused cell. */
export function useCellEditing({ sections, focus, at, readOnly }: EditingOptions) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const column = editing && sections.all[editing.col - 1]?.column;

  const start = useCallback(
    (cell: ActiveCell, typed: string | null): boolean => {
      const found = at(cell);
      const edit = found?.column?.edit;
      if (readOnly || !found || !edit || edit.blocked?.(found.row)) return false;
      setEditing({ row: found.row, col: cell.col, text: typed ?? edit.initial(found.row), problem: null });
      return true;
    },
    [at, readOnly],
  );

  const leave = (next: keyof typeof STEP) => {
    if (!editing) return;
    const [down, right] = STEP[next];
    setEditing(null);
    // The edited row may have moved meanwhile, and the focus with it.
    if (next !== 'stay') focus.go({ row: focus.active.row + down, col: editing.col + right });
  };

  const commit = (next: keyof typeof STEP) => {
    const edit = column?.edit;
    if (!editing || !edit) return;
    // A rejected text was cleared: leaving then keeps the old value instead of saving the blank.
    if (editing.text === edit.initial(editing.row) || (next === 'stay' && editing.problem)) return leave(next);
    const read = edit.read(editing.text);
    if (!read.ok) return setEditing({ ...editing, text: '', problem: read.problem });
    edit.commit(editing.row, read.value);
    leave(next);
  };

  const cancel = () => {
    if (!editing) return;
    setEditing(null);
    focus.stay();
  };

  let node: ReactNode = null;
  if (editing && column?.edit) {
    node = (
      <CellEditor
        edit={column.edit}
        editing={editing}
        label={column.label}
        onText={(text) => setEditing({ ...editing, text, problem: null })}
        onCommit={commit}
        onCancel={cancel}
      />
    );
  }
  return { node, start, active: editing !== null };
}
