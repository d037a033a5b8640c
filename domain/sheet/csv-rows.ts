import type { SheetCell, SheetData } from './sheet-data.ts';

/** Tells Excel that a CSV file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** The rows of a sheet as a CSV has them: times with a space between day and clock. */
export const csvRows = ({ rows, types = [] }: SheetData): SheetCell[][] =>
  rows.map((row) => row.map((cell, i) => (types[i] === 'instant' ? String(cell ?? '').replace('T', ' ') : cell)));
