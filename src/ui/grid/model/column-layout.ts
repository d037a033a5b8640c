import type { GridColumn } from './grid-column.ts';

export type Density = 'compact' | 'normal' | 'comfortable';
export const rowHeights: Record<Density, number> = { compact: 28, normal: 36, comfortable: 44 };
const minColumnWidth = 60;
const maxColumnWidth = 640;
/** Width of the built-in first column of checkboxes. */
export const checkWidth = 36;

/** How a user arranged the columns. Plain data, stored with the view. */
export type ColumnLayout = {
  /** Shown columns, in order. */
  readonly shown: readonly string[];
  readonly start: readonly string[];
  readonly end: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  readonly density: Density;
};

/** A placed column: `left` counts from the start of its section, `index` over all shown columns (0 is the checkbox). */
export type Placed = { readonly column: GridColumn; readonly width: number; readonly left: number; readonly index: number };
export type Sections = {
  readonly start: readonly Placed[];
  readonly middle: readonly Placed[];
  readonly end: readonly Placed[];
  readonly startWidth: number;
  readonly middleWidth: number;
  readonly endWidth: number;
  /** All shown columns, from left to right. */
  readonly all: readonly Placed[];
  /** All columns, shown or not. */
  readonly known: readonly GridColumn[];
};

/** Splits the shown columns into three sections by their pins. Each section keeps the order of `shown`. */
export function arrange(columns: readonly GridColumn[], layout: ColumnLayout): Sections {
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const shown = layout.shown.map((key) => byKey.get(key)).filter((column) => column !== undefined);
  const pinnedStart = shown.filter((c) => layout.start.includes(c.key));
  const pinnedEnd = shown.filter((c) => layout.end.includes(c.key) && !layout.start.includes(c.key));
  const free = shown.filter((c) => !pinnedStart.includes(c) && !pinnedEnd.includes(c));
  const widthOf = (column: GridColumn) => layout.widths[column.key] ?? column.width;
  const start = inRow(pinnedStart, widthOf, checkWidth, 1);
  const middle = inRow(free, widthOf, 0, 1 + pinnedStart.length);
  const end = inRow(pinnedEnd, widthOf, 0, 1 + pinnedStart.length + free.length);
  return {
    start,
    middle,
    end,
    startWidth: checkWidth + total(start),
    middleWidth: total(middle),
    endWidth: total(end),
    all: [...start, ...middle, ...end],
    known: columns,
  };
}

function inRow(columns: readonly GridColumn[], widthOf: (c: GridColumn) => number, from: number, index: number): Placed[] {
  let left = from;
  return columns.map((column, i) => {
    const placed = { column, width: widthOf(column), left, index: index + i };
    left += placed.width;
    return placed;
  });
}

const total = (placed: readonly Placed[]): number => placed.reduce((sum, p) => sum + p.width, 0);

/** A copy with one column's width set, within the readable limits. */
export function withWidth(layout: ColumnLayout, key: string, width: number): ColumnLayout {
  const kept = Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, width)));
  return { ...layout, widths: { ...layout.widths, [key]: kept } };
}

/** A copy with one column pinned at the start, at the end, or unpinned. */
export function withPin(layout: ColumnLayout, key: string, pin: 'start' | 'end' | null): ColumnLayout {
  const without = (keys: readonly string[]) => keys.filter((k) => k !== key);
  return {
    ...layout,
    start: pin === 'start' ? [...without(layout.start), key] : without(layout.start),
    end: pin === 'end' ? [...without(layout.end), key] : without(layout.end),
  };
}

/** A copy with one column shown (in last place) or hidden. */
export function withShown(layout: ColumnLayout, key: string, shown: boolean): ColumnLayout {
  const rest = layout.shown.filter((k) => k !== key);
  return { ...layout, shown: shown ? [...rest, key] : rest };
}

/** A copy with one shown column moved to another position. */
export function withMoved(layout: ColumnLayout, key: string, to: number): ColumnLayout {
  const rest = layout.shown.filter((k) => k !== key);
  const place = Math.max(0, Math.min(rest.length, to));
  return { ...layout, shown: [...rest.slice(0, place), key, ...rest.slice(place)] };
}
