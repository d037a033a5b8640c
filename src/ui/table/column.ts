import type { ReactNode } from 'react';

/** What a cell holds when it leaves the screen: a value of a spreadsheet. */
export type CellValue = string | number | boolean | null;

/** A column by a key of the row. */
export type Column<T> = {
  key: keyof T & string;
  label: string;
  width?: number;
  align?: 'end';
  /** What people see, where that is not the plain value. */
  cell?: (row: T) => ReactNode;
  /** What an export holds, where that is not the plain value. */
  text?: (row: T) => CellValue;
  /** Adds the numbers of the rows shown up under the table. */
  sum?: boolean;
  /** Not shown until a person chooses it. */
  hidden?: boolean;
};

/** Makes columns whose keys the compiler checks: `const col = columnsOf<Task>()`. */
export function columnsOf<T>() {
  return (key: keyof T & string, label: string, more: Omit<Column<T>, 'key' | 'label'> = {}): Column<T> => ({
    key,
    label,
    ...more,
  });
}

/** The value of a cell as a spreadsheet takes it; a list becomes a text. */
export function cellValue<T>(row: T, { key, text }: Column<T>): CellValue {
  if (text) return text(row);
  const value: unknown = row[key];
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
}

/** The sum of a column over some rows; what is no number adds nothing. */
export const sumOf = <T>(rows: readonly T[], column: Column<T>): number =>
  rows.reduce((sum, row) => {
    const value = cellValue(row, column);
    return typeof value === 'number' ? sum + value : sum;
  }, 0);
