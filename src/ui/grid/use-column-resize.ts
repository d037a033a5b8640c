import { useRef } from 'react';
import { type Sections, withWidth } from './model/column-layout.ts';
import type { GridProps } from './model/grid-props.ts';

/** Padding of a cell plus the column menu's button, in px, added to the content width of a fitted column. */
const fitPadding = 28;

/** Resizing a column: drag the edge of its header, or fit it to its visible cells. */
export function useColumnResize(props: GridProps, sections: Sections) {
  const draggedAt = useRef(0);

  const start = (event: React.PointerEvent): boolean => {
    const handle = event.target instanceof Element ? event.target.closest('[data-part="resize"]') : null;
    const col = Number(handle?.closest<HTMLElement>('[data-col]')?.dataset['col'] ?? 0);
    const placed = sections.all[col - 1];
    if (!handle || !placed) return false;
    event.preventDefault();
    const from = event.clientX;
    const toLeft = sections.end.includes(placed) ? -1 : 1;
    const move = (e: Event) => {
      if (!(e instanceof PointerEvent)) return;
      draggedAt.current = e.timeStamp;
      props.onLayout(withWidth(props.layout, placed.column.key, placed.width + toLeft * (e.clientX - from)));
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true });
    return true;
  };

  /** Sets the width to the widest visible cell of the column. */
  const fit = (col: number, grid: Element) => {
    const placed = sections.all[col - 1];
    if (!placed) return;
    const cells = [...grid.querySelectorAll(`[data-col="${col}"]`)];
    const widest = Math.max(...cells.map((cell) => contentWidth(cell)));
    props.onLayout(withWidth(props.layout, placed.column.key, widest + fitPadding));
  };

  /** The browser fires a click after a drag. That click must not sort. */
  const justDragged = () => performance.now() - draggedAt.current < 250;
  return { start, fit, justDragged };
}

function contentWidth(cell: Element): number {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const own = range.getBoundingClientRect().width;
  return Math.max(own, ...[...cell.querySelectorAll('.jg-text')].map((text) => text.scrollWidth));
}
