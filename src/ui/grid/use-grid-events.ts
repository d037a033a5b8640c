import { type RefObject, useCallback, useRef, useState } from 'react';
import { spotOf } from './anchored.tsx';
import { copyText } from './copy-text.ts';
import type { MenuAt } from './header-menu.tsx';
import type { ActiveCell } from './model/active-cell.ts';
import { type Sections, withWidth } from './model/column-layout.ts';
import { gridKey, type KeyActions } from './model/grid-key.ts';
import type { At, GridProps } from './model/grid-props.ts';
import type { RowView } from './model/grid-source.ts';
import { nextSort } from './model/next-sort.ts';
import { extended, nothingSelected, toggled } from './model/selection.ts';
import type { useActiveCell } from './use-active-cell.ts';
import type { useCellEditing } from './use-cell-editing.tsx';
import { useColumnResize } from './use-column-resize.ts';
import type { useGridView } from './use-grid-view.ts';
import type { useHoverCard } from './use-hover-card.ts';

type Parts = {
  readonly props: GridProps;
  readonly sections: Sections;
  readonly view: ReturnType<typeof useGridView>;
  readonly focus: ReturnType<typeof useActiveCell>;
  readonly hover: ReturnType<typeof useHoverCard>;
  readonly editing: ReturnType<typeof useCellEditing>;
  readonly at: (cell: ActiveCell) => At | null;
  readonly colCount: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
};

/** The place of an event in the grid: its cell, and the named part of the cell. */
type Hit = {
  readonly cell: ActiveCell;
  readonly part: string | null;
  readonly element: HTMLElement;
  readonly partElement: Element | null;
};

function hitOf(target: EventTarget): Hit | null {
  if (!(target instanceof Element)) return null;
  const element = target.closest<HTMLElement>('[data-col]');
  const row = target.closest<HTMLElement>('[data-row]');
  if (!element || !row) return null;
  const partElement = target.closest('[data-part]');
  const part = partElement?.getAttribute('data-part') ?? null;
  return { cell: { row: Number(row.dataset['row']), col: Number(element.dataset['col']) }, part, element, partElement };
}

/** All events of the grid. Each is handled once for the whole grid. */
export function useGridEvents(parts: Parts) {
  const { props, sections, focus, hover, editing } = parts;
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const resize = useColumnResize(props, sections);
  const press = useLongPress((cell) => void select(parts, cell, false));
  const pointerOver = useRest(parts);

  const onClick = (event: React.MouseEvent) => {
    const hit = hitOf(event.target);
    if (!hit || resize.justDragged() || hit.element.classList.contains('is-edited')) return;
    focus.go(hit.cell);
    hover.hide();
    if (hit.cell.row < 0) return clickHeader(parts, hit, event.shiftKey, setMenu);
    if (turnGroup(parts, hit.cell, 'turn')) return;
    if (hit.cell.col === 0) return void select(parts, hit.cell, event.shiftKey);
    if (event.shiftKey) return void select(parts, hit.cell, true);
    const at = parts.at(hit.cell);
    if (hit.part === 'nest') return void (at && turnRow(parts, at.row, 'turn'));
    if (hit.part && at) props.onPart(hit.part, { ...at, element: hit.partElement ?? at.element });
    else if (props.readOnly && at) props.onOpen(at.row, at.index);
  };
  const onDoubleClick = (event: React.MouseEvent) => {
    const hit = hitOf(event.target);
    hover.hide();
    if (hit?.part === 'resize') return resize.fit(hit.cell.col, event.currentTarget);
    const at = hit && hit.cell.row >= 0 && hit.cell.col > 0 ? parts.at(hit.cell) : null;
    if (at && !editing.start({ row: at.index, col: hit?.cell.col ?? 0 }, null)) props.onOpen(at.row, at.index);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (editing.active) return;
    hover.hide();
    if (groupKey(event, parts) || nestKey(event, parts)) return event.preventDefault();
    if (gridKey(event, actionsOf(parts, setMenu))) event.preventDefault();
  };
  const handlers = {
    onClick,
    onDoubleClick,
    onKeyDown,
    onPointerOver: pointerOver,
    onPointerDown: (event: React.PointerEvent) => resize.start(event) || press.start(event, hitOf(event.target)?.cell ?? null),
    onMouseDown: keepText,
    onPointerUp: press.stop,
    onPointerCancel: press.stop,
    onPointerLeave: () => hover.rest(null, null),
    onScroll: () => {
      hover.hide();
      press.stop();
    },
    onFocus: focus.onFocus,
    onBlur: focus.onBlur,
  };
  const closeMenu = () => {
    setMenu(null);
    focus.stay();
  };
  return { handlers, menu, closeMenu };
}

/** Shift extends the selection and a double click opens: neither may select text, except in an input. */
function keepText(event: React.MouseEvent): void {
  if ((event.shiftKey || event.detail > 1) && !(event.target instanceof HTMLInputElement)) event.preventDefault();
}

function clickHeader({ props, sections }: Parts, hit: Hit, add: boolean, setMenu: (menu: MenuAt) => void) {
  if (hit.cell.col === 0) return toggleAll(props);
  const column = sections.all[hit.cell.col - 1]?.column;
  if (!column || hit.part === 'resize') return;
  if (hit.part === 'menu') return setMenu({ column, spot: spotOf(hit.element) });
  if (column.sortBy) props.onSort(nextSort(props.sort, column.sortBy, add));
}

/** Opens or closes the group of a line. Returns false if the line is no group, or if it is so already. */
function turnGroup({ props, view }: Parts, { row }: ActiveCell, to: 'open' | 'closed' | 'turn'): boolean {
  const group = row < 0 ? undefined : view.cache.row(row)?.group;
  if (!group || to === (group.isOpen ? 'open' : 'closed')) return false;
  props.onOpenGroup?.(group, !group.isOpen);
  return true;
}

/** Keys of a group, as in a tree: the arrows open and close it, Enter and Space turn it. */
function groupKey(event: React.KeyboardEvent, parts: Parts): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const to = ({ ArrowRight: 'open', ArrowLeft: 'closed', Enter: 'turn', ' ': 'turn' } as const)[event.key];
  return to !== undefined && turnGroup(parts, parts.focus.active, to);
}

/** Opens or closes the rows below a row. Returns whether it was not so already. */
function turnRow({ props }: Parts, { id, nest }: RowView, to: 'open' | 'closed' | 'turn'): boolean {
  if (!nest || nest.below === 0 || to === (nest.isOpen ? 'open' : 'closed')) return false;
  props.onOpenRow?.(id, !nest.isOpen);
  return true;
}

/** The arrows open and close a row in the column that says how many are below it, and lead from its first cell to the row above it. */
function nestKey(event: React.KeyboardEvent, parts: Parts): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const { active, go } = parts.focus;
  const row = active.row < 0 || active.col > 1 ? undefined : parts.view.cache.row(active.row);
  const to = ({ ArrowRight: 'open', ArrowLeft: 'closed' } as const)[event.key];
  if (!row?.nest || to === undefined) return false;
  if (turnRow(parts, row, to)) return true;
  if (to === 'open' || active.col > 0 || row.nest.up === 0) return false;
  go({ ...active, row: active.row - row.nest.up });
  return true;
}

function toggleAll(props: GridProps) {
  if (props.selection.ids.size > 0) props.onSelection(() => nothingSelected);
  else props.onSelectAll();
}

/** Toggles the row, or selects everything between it and the anchor. */
async function select({ props, view }: Parts, cell: ActiveCell, range: boolean): Promise<void> {
  const row = view.cache.row(cell.row);
  if (!row || row.group) return;
  const { anchor } = props.selection;
  const toggle = () => props.onSelection((now) => toggled(now, row.id));
  if (!range || anchor === null) return toggle();
  const ids = await props.source.ids(0, props.source.rowCount);
  const start = Array.prototype.indexOf.call(ids, anchor);
  if (start < 0) return toggle();
  const [from, to] = [Math.min(start, cell.row), Math.max(start, cell.row) + 1];
  props.onSelection((now) => extended(now, Array.prototype.slice.call(ids, from, to), anchor));
}

function useRest({ props, hover, view, sections, editing }: Parts) {
  return (event: React.PointerEvent) => {
    if (event.pointerType === 'touch' || view.rows.isScrolling || editing.active) return;
    const hit = hitOf(event.target);
    const column = hit && sections.all[hit.cell.col - 1]?.column;
    const row = hit && view.cache.row(hit.cell.row);
    if (!hit || !column || !row || row.group) return hover.rest(null, null);
    const cut = isCut(hit.element);
    const target = hit.part ? hit.partElement : cut ? hit.element : null;
    const part = hit.part ?? (cut ? 'whole' : null);
    const explained = target && part !== null && props.card(part, row, column) !== null;
    hover.rest(explained ? target : null, { ...hit.cell, part });
  };
}

/** True if any text of the cell is cut off. */
function isCut(cell: Element): boolean {
  return [cell, ...cell.querySelectorAll('.jg-text')].some((e) => e.scrollWidth > e.clientWidth + 1);
}

function useLongPress(act: (cell: ActiveCell) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const stop = useCallback(() => clearTimeout(timer.current), []);
  const start = (event: React.PointerEvent, cell: ActiveCell | null) => {
    stop();
    if (event.pointerType === 'touch' && cell && cell.row >= 0) timer.current = setTimeout(() => act(cell), 500);
  };
  return { start, stop };
}

function actionsOf(parts: Parts, setMenu: (menu: MenuAt) => void): KeyActions {
  const { props, sections, view, focus, hover, editing, colCount } = parts;
  const { active } = focus;
  const column = sections.all[active.col - 1]?.column ?? null;
  const cell = () => parts.scroller.current?.querySelector(`[data-row="${active.row}"] [data-col="${active.col}"]`) ?? null;
  const toggleRow = () => {
    if (parts.at(active)) void select(parts, active, false);
  };
  return {
    active,
    size: { rows: props.source.rowCount, cols: colCount, page: Math.max(1, view.last - view.first - 2) },
    letters: props.letters,
    go: focus.go,
    extend: async (to) => {
      const ids = await props.source.ids(Math.min(active.row, to.row), Math.max(active.row, to.row) + 1);
      const start = parts.at(active)?.row;
      if (start) props.onSelection((now) => extended(now, ids, now.anchor ?? start.id));
    },
    toggleRow,
    selectAll: props.onSelectAll,
    edit: (typed) => {
      const at = parts.at(active);
      if (active.row < 0 && column?.sortBy) props.onSort(nextSort(props.sort, column.sortBy, false));
      else if (active.row < 0) toggleAll(props);
      else if (active.col === 0) toggleRow();
      else if (at && column?.opens && typed === null) props.onPart(column.opens, at);
      else if (at && !editing.start(active, typed) && typed === null) props.onOpen(at.row, at.index);
    },
    explain: () => {
      const element = cell();
      if (element) hover.pin(element, { ...active, part: null });
    },
    filterBy: (exclude) => column && props.onFilterBy(column, parts.at(active)?.row ?? null, exclude),
    openMenu: () => {
      const element = cell();
      if (column && element) setMenu({ column, spot: spotOf(element) });
    },
    widen: (by) => column && resizeBy(props, sections, active.col, by),
    copy: () => void copyText(props, sections, active),
    other: (event) => {
      const at = parts.at(active);
      return at !== null && props.onKey(event, at);
    },
  };
}

function resizeBy(props: GridProps, sections: Sections, col: number, by: number) {
  const placed = sections.all[col - 1];
  if (placed) props.onLayout(withWidth(props.layout, placed.column.key, placed.width + by));
}
