import type { ReactNode } from 'react';

/** The value of an exported cell. */
export type CellValue = string | number | boolean | null;

/** A table column for one key of the row. */
export type Column<T> = {
  key: keyof T & string;
  label: string;
  width?: number;
  align?: 'end';
  /** What the cell shows, if not the plain value. */
  cell?: (row: T) => ReactNode;
  /** What an export contains, if not the plain value. */
  text?: (row: T) => CellValue;
  /** Shows the sum of the visible rows under the table. */
  sum?: boolean;
  /** Hidden until the user shows it. */
  hidden?: boolean;
};

/** Returns a function that creates columns with type-checked keys: `const col = columnsOf<Task>()`. */
export function columnsOf<T>() {
  return (key: keyof T & string, label: string, more: Omit<Column<T>, 'key' | 'label'> = {}): Column<T> => ({
    key,
    label,
    ...more,
  });
}

/** The value of a cell for a spreadsheet. A list becomes one text. */
export function cellValue<T>(row: T, { key, text }: Column<T>): CellValue {
  if (text) return text(row);
  const value: unknown = row[key];
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}

/** The sum of a column over some rows. Values that are not numbers are ignored. */
export const sumOf = <T>(rows: readonly T[], column: Column<T>): number =>
  rows.reduce((sum, row) => {
    const value = cellValue(row, column);
    return typeof value === 'number' ? sum + value : sum;
  }, 0);
