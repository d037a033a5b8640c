import type { SheetData } from '#domain/sheet/sheet-data.ts';
import type { Column } from '../table/column.ts';
import { cellValue } from '../table/column.ts';

/** The rows of a list in its columns. Unknown values are blank. */
export const sheetOf = <T>(columns: readonly Column<T>[], rows: readonly T[]): SheetData => ({
  labels: columns.map(({ label }) => label),
  rows: rows.map((row) => columns.map((column) => cellValue(row, column))),
});
