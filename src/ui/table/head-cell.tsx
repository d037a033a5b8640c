import type { PointerEvent } from 'react';
import type { TableList } from '../list/use-list.ts';
import type { Column } from './column.ts';
import { ColumnsMenu, type ColumnsMenuProps } from './columns-menu.tsx';
import { readableWidth } from './table-layout.ts';

type HeadCellProps<T> = {
  column: Column<T>;
  list: TableList<T>;
  width: number | undefined;
  onWidth: (key: string, width: number) => void;
  /** Only in the last cell of the head. */
  menu: ColumnsMenuProps<T> | null;
};

/** A column's name, which sorts by it on click, and an edge to drag. The columns menu also sets the width, without dragging. */
export function HeadCell<T>({ column, list, width = column.width, onWidth, menu }: HeadCellProps<T>) {
  const { key, label, align } = column;
  const sorted = list.sort === key;
  const sort = sorted ? (list.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th aria-sort={sort} data-align={align} data-column={key} style={width === undefined ? {} : { width, minWidth: width }}>
      <button type="button" className="plain-button rows-sort" onClick={() => list.sortBy(key)}>
        {label}
        <span aria-hidden>{sorted ? (list.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
      {menu && <ColumnsMenu {...menu} />}
      <span className="rows-resize" aria-hidden onPointerDown={(event) => drag(event, (next) => onWidth(key, next))} />
    </th>
  );
}

/** The head of the actions column. */
export const ActionsHead = <T,>({ menu }: { menu: ColumnsMenuProps<T> }) => (
  <th className="rows-actions">
    <span className="visually-hidden">Actions</span>
    <ColumnsMenu {...menu} />
  </th>
);

/** Resizes a column with the pointer until the button is released. */
function drag(event: PointerEvent<HTMLElement>, onWidth: (width: number) => void): void {
  const handle = event.currentTarget;
  const before = handle.closest('th')?.offsetWidth ?? 0;
  const from = event.clientX;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const move = (moved: Event) => {
    if (moved instanceof window.PointerEvent) onWidth(readableWidth(before + moved.clientX - from));
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true });
}
