import type { Column } from './column.ts';

/** Whether a cell shows something. A control, a mark and `false` count as something; a dash does not. */
function hasContent<T>(row: T, { key, cell }: Column<T>): boolean {
  const shown: unknown = cell ? cell(row) : row[key];
  if (Array.isArray(shown)) return shown.length > 0;
  if (cell && shown === false) return false;
  return shown !== null && shown !== undefined && shown !== '' && shown !== '—';
}

/**
 * The keys of the columns without any content, so that a table can hide them. `whole`: all rows before search, filters and pages;
 * null if they are not known, and then no column counts as empty: another page could have a value. The first column is never empty.
 */
export function emptyColumns<T>(
  columns: readonly Column<T>[],
  whole: readonly T[] | null,
  shown: readonly T[],
): ReadonlySet<string> {
  if (whole === null || whole.length === 0) return new Set();
  // Newer rows may be shown than were in `whole`.
  const isEmpty = (column: Column<T>) => {
    const fills = (row: T) => hasContent(row, column);
    return !whole.some(fills) && !shown.some(fills);
  };
  return new Set(
    columns
      .slice(1)
      .filter(isEmpty)
      .map(({ key }) => key),
  );
}
