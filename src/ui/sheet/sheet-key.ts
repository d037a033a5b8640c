import type { Place } from './sheet-cells.ts';

/** The actions that keys can trigger in a sheet. */
export type SheetActions = {
  readonly at: Place;
  readonly size: { readonly rows: number; readonly cols: number };
  readonly go: (to: Place, extend: boolean) => void;
  /** Edits the cell. `typed` replaces its content. */
  readonly edit: (typed: string | null) => void;
  readonly clear: () => void;
  readonly fillDown: () => void;
  readonly addLine: () => void;
  readonly selectAll: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
};

/** Runs the action of a key. Returns false if the key has none here. Copy and paste arrive as clipboard events instead. */
export function sheetKey(event: React.KeyboardEvent, actions: SheetActions): boolean {
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.altKey) return event.key === 'Enter' && done(actions.addLine);
  if (ctrl && ctrlKey(event, actions)) return true;
  const to = movedTo(event, ctrl, actions);
  if (to) {
    actions.go(to, event.shiftKey && event.key !== 'Tab');
    return true;
  }
  if (ctrl) return false;
  if (event.key === 'Enter' || event.key === 'F2') return done(() => actions.edit(null));
  if (event.key === 'Delete' || event.key === 'Backspace') return done(actions.clear);
  return event.key.length === 1 && done(() => actions.edit(event.key));
}

function done(action: () => void): true {
  action();
  return true;
}

function ctrlKey(event: React.KeyboardEvent, actions: SheetActions): boolean {
  switch (event.key.toLowerCase()) {
    case 'a':
      return done(actions.selectAll);
    case 'd':
      return done(actions.fillDown);
    case 'y':
      return done(actions.redo);
    case 'z':
      return done(event.shiftKey ? actions.redo : actions.undo);
    default:
      return false;
  }
}

const pageOfLines = 10;

function movedTo(event: React.KeyboardEvent, ctrl: boolean, { at, size }: SheetActions): Place | null {
  const lastRow = size.rows - 1;
  const lastCol = size.cols - 1;
  const { row, col } = at;
  const bounded = (to: Place) => ({
    row: Math.max(0, Math.min(lastRow, to.row)),
    col: Math.max(0, Math.min(lastCol, to.col)),
  });
  switch (event.key) {
    case 'ArrowUp':
      return bounded({ row: ctrl ? 0 : row - 1, col });
    case 'ArrowDown':
      return bounded({ row: ctrl ? lastRow : row + 1, col });
    case 'ArrowLeft':
      return bounded({ row, col: ctrl ? 0 : col - 1 });
    case 'ArrowRight':
      return bounded({ row, col: ctrl ? lastCol : col + 1 });
    case 'Home':
      return bounded({ row: ctrl ? 0 : row, col: 0 });
    case 'End':
      return bounded({ row: ctrl ? lastRow : row, col: lastCol });
    case 'PageUp':
      return bounded({ row: row - pageOfLines, col });
    case 'PageDown':
      return bounded({ row: row + pageOfLines, col });
    default:
      return null;
  }
}
