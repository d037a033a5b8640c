import type { BlockColumn } from '#contract/kit/columns.ts';
import { instantText } from './instant.ts';

/** One value of a column. Null if the value or the whole column is missing. */
export function cellAt(column: BlockColumn | undefined, row: number): unknown {
  if (!column) return null;
  if (column.kind === 'dict') return column.values[column.codes[row] ?? -1] ?? null;
  const value = column.values[row];
  if (value === undefined || value === null || Number.isNaN(value)) return null;
  return column.kind === 'instant' ? instantText(value as number) : value;
}
