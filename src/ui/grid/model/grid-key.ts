import { type ActiveCell, type GridSize, moved } from './active-cell.ts';

/** What the grid can do at a key. */
export type KeyDeeds = {
  readonly active: ActiveCell;
  readonly size: GridSize;
  readonly letters: boolean;
  readonly go: (cell: ActiveCell) => void;
  readonly extend: (to: ActiveCell) => Promise<void>;
  readonly toggleRow: () => void;
  readonly selectAll: () => void;
  /** Edits or opens the cell; `typed` replaces what stands there. */
  readonly edit: (typed: string | null) => void;
  readonly explain: () => void;
  readonly filterBy: (exclude: boolean) => void;
  readonly openMenu: () => void;
  readonly widen: (by: number) => void;
  readonly copy: () => void;
  readonly other: (event: React.KeyboardEvent) => boolean;
};

const widthStep = 16;

/** Runs what a key means in the grid; false when it means nothing here. */
export function gridKey(event: React.KeyboardEvent, deeds: KeyDeeds): boolean {
  const ctrl = event.ctrlKey || event.metaKey;
  if (event.altKey) return altKey(event.key, deeds);
  if (ctrl && ctrlKey(event.key, deeds)) return true;
  const to = moved(deeds.active, { key: event.key, ctrl, shift: event.shiftKey, alt: false }, deeds.size);
  if (to) {
    if (event.shiftKey && deeds.active.row >= 0 && to.row >= 0) void deeds.extend(to);
    deeds.go(to);
    return true;
  }
  return (!ctrl && plainKey(event, deeds)) || deeds.other(event);
}

function altKey(key: string, deeds: KeyDeeds): boolean {
  if (key === 'ArrowDown') deeds.openMenu();
  else if (key === 'ArrowLeft') deeds.widen(-widthStep);
  else if (key === 'ArrowRight') deeds.widen(widthStep);
  else return false;
  return true;
}

function ctrlKey(key: string, deeds: KeyDeeds): boolean {
  if (key === 'a') deeds.selectAll();
  else if (key === 'c' && !globalThis.getSelection()?.toString()) deeds.copy();
  else return false;
  return true;
}

function plainKey(event: React.KeyboardEvent, deeds: KeyDeeds): boolean {
  const onCheck = deeds.active.col === 0;
  switch (event.key) {
    case ' ':
      if (event.shiftKey || onCheck) deeds.toggleRow();
      else deeds.explain();
      return true;
    case 'Enter':
    case 'F2':
      deeds.edit(null);
      return true;
    default:
      break;
  }
  if (deeds.letters && letterKey(event.key, deeds)) return true;
  if (!/^\d$/.test(event.key)) return false;
  deeds.edit(event.key); // a digit starts editing, as in any sheet
  return true;
}

function letterKey(key: string, deeds: KeyDeeds): boolean {
  if (key === 'x') deeds.toggleRow();
  else if (key === 'f' || key === 'F') deeds.filterBy(key === 'F');
  else return false;
  return true;
}
