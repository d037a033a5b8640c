import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'react';
import { headerHeight } from './grid-header.tsx';
import type { ActiveCell } from './model/active-cell.ts';
import { CellCache } from './model/cell-cache.ts';
import type { Sections } from './model/column-layout.ts';
import type { GridSource } from './model/grid-source.ts';
import { ScrollSpeed } from './model/scroll-speed.ts';

const overscanRows = 6;

type ViewOptions = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly source: GridSource;
  readonly sections: Sections;
  readonly rowHeight: number;
  /** Height in px that a floating element covers at the bottom. */
  readonly covered: number;
};

/** The row and column virtualizers, and the cells that they show. */
export function useGridView({ scroller, source, sections, rowHeight, covered }: ViewOptions) {
  const keys = useKeys(sections);
  const { cache, arrivals } = useCellCache();
  const [speed] = useState(() => new ScrollSpeed());
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used; the virtualiser is memoised by hand
  const rows = useVirtualizer({
    count: source.rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    useFlushSync: false,
    paddingEnd: covered,
    scrollPaddingEnd: headerHeight + covered,
    onChange: ({ range }, scrolling) => {
      if (scrolling && range) speed.moved(range.startIndex, range.endIndex - range.startIndex, performance.now());
      else speed.stop();
    },
  });
  const columnKey = useCallback((i: number) => sections.middle[i]?.column.key ?? i, [sections]);
  const columns = useVirtualizer({
    horizontal: true,
    count: sections.middle.length,
    getScrollElement: () => scroller.current,
    estimateSize: (i) => sections.middle[i]?.width ?? 0,
    getItemKey: columnKey,
    overscan: 1,
    useFlushSync: false,
    paddingStart: sections.startWidth,
    paddingEnd: sections.endWidth,
    scrollPaddingStart: sections.startWidth,
    scrollPaddingEnd: sections.endWidth,
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight]);
  useLayoutEffect(() => columns.measure(), [columns, sections]);

  // Called for its side effect: it computes the range.
  rows.getVirtualItems();
  const first = rows.range?.startIndex ?? 0;
  const last = (rows.range?.endIndex ?? 0) + 1;
  const { flinging } = speed;
  useEffect(() => {
    if (!flinging) cache.want(source, keys, first - overscanRows, last + overscanRows);
  }, [cache, source, keys, first, last, arrivals, flinging]);

  const shown = columns.getVirtualItems();
  const from = shown[0]?.index ?? 0;
  const to = shown.at(-1)?.index ?? -1;
  const startCount = sections.start.length;
  const middleCount = sections.middle.length;
  const reveal = useCallback(
    ({ row, col }: ActiveCell) => {
      speed.stop();
      if (row >= 0) rows.scrollToIndex(row, { align: 'auto' });
      const middle = col - 1 - startCount;
      if (middle >= 0 && middle < middleCount) columns.scrollToIndex(middle, { align: 'auto' });
    },
    [rows, columns, speed, startCount, middleCount],
  );
  const slots = useSlots(last - first + 2 * overscanRows, rowHeight);
  const shownRows = runOf(first, slots, source.rowCount);
  return { rows, shownRows, first, last, from, to, cache, reveal, flinging, slots };
}

/** Source columns that the shown columns read, without duplicates. */
function useKeys(sections: Sections): readonly string[] {
  return useMemo(() => [...new Set(sections.all.flatMap((placed) => placed.column.reads))], [sections]);
}

function useCellCache() {
  const [arrivals, arrived] = useReducer((n: number) => n + 1, 0);
  const [cache] = useState(() => new CellCache(arrived));
  return { cache, arrivals };
}

/** Number of recycled row elements: as many as the fullest view at this row height needs. */
function useSlots(needed: number, rowHeight: number): number {
  const [held, setHeld] = useState({ needed, rowHeight });
  const enough = held.rowHeight === rowHeight && held.needed >= needed;
  if (!enough) setHeld({ needed, rowHeight });
  return enough ? held.needed : needed;
}

/**
 * Positions to draw: a range of constant length, so that each recycled element holds one row, and scrolling neither creates
 * nor removes elements.
 */
function runOf(first: number, slots: number, rowCount: number): readonly number[] {
  const from = Math.max(0, Math.min(first - overscanRows, rowCount - slots));
  return Array.from({ length: Math.min(slots, rowCount - from) }, (_, i) => from + i);
}
