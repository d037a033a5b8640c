import { type ActiveCell, type GridSize, moved } from './active-cell.ts';

/** The actions that keys can trigger in the grid. */
export type KeyActions = {
  readonly active: ActiveCell;
  readonly size: GridSize;
  readonly letters: boolean;
  readonly go: (cell: ActiveCell) => void;
  readonly extend: (to: ActiveCell) => Promise<void>;
  readonly toggleRow: () => void;
  readonly selectAll: () => void;
  /** Edits or opens the cell. `typed` replaces its content. */
  readonly edit: (typed: string | null) => void;
  readonly explain: () => void;
  readonly filterBy: (exclude: boolean) => void;
  readonly openMenu: () => void;
  readonly widen: (by: number) => void;
  readonly copy: () => void;
  readonly other: (event: React.KeyboardEvent) => boolean;
};

const widthStep = 16;

/** Runs the action of a key. Returns false if the key has none here. */
export function gridKey(event: React.KeyboardEvent, actions: KeyActions): boolean {
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.altKey) return altKey(event.key, actions);
  if (ctrl && ctrlKey(event.key, actions)) return true;
  const to = moved(actions.active, { key: event.key, ctrl, shift: event.shiftKey, alt: false }, actions.size);
  if (to) {
    if (event.shiftKey && actions.active.row >= 0 && to.row >= 0) void actions.extend(to);
    actions.go(to);
    return true;
  }
  return (!ctrl && plainKey(event, actions)) || actions.other(event);
}

function altKey(key: string, actions: KeyActions): boolean {
  if (key === 'ArrowDown') actions.openMenu();
  else if (key === 'ArrowLeft') actions.widen(-widthStep);
  else if (key === 'ArrowRight') actions.widen(widthStep);
  else return false;
  return true;
}

function ctrlKey(key: string, actions: KeyActions): boolean {
  if (key === 'a') actions.selectAll();
  else if (key === 'c' && !globalThis.getSelection()?.toString()) actions.copy();
  else return false;
  return true;
}

function plainKey(event: React.KeyboardEvent, actions: KeyActions): boolean {
  const onCheck = actions.active.col === 0;
  switch (event.key) {
    case ' ':
      if (event.shiftKey || onCheck) actions.toggleRow();
      else actions.explain();
      return true;
    case 'Enter':
    case 'F2':
      actions.edit(null);
      return true;
    default:
      break;
  }
  if (actions.letters && letterKey(event.key, actions)) return true;
  if (!/^\d$/.test(event.key)) return false;
  actions.edit(event.key); // a digit starts editing, as in any spreadsheet
  return true;
}

function letterKey(key: string, actions: KeyActions): boolean {
  if (key === 'x') actions.toggleRow();
  else if (key === 'f' || key === 'F') actions.filterBy(key === 'F');
  else return false;
  return true;
}
