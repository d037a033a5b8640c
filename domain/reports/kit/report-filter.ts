import { dayNumber } from '../../query/day-number.ts';
import type { ReportFilter } from './report.ts';

/** Days from one to another, both included, as `yyyy-MM-dd`. Null at an end that is open. */
export type DaySpan = { readonly from: string | null; readonly to: string | null };

/**
 * A `days` filter's value. Ends the other way round are swapped. Null if an end is not a day of the calendar, such as 31 February:
 * the filter then says so and keeps every row.
 */
export function readDays(value: string): DaySpan | null {
  const parts = value.split('..');
  if (parts.length > 2) return null;
  const [from = '', to = parts.length === 1 ? from : ''] = parts;
  if ((from === '' && to === '') || [from, to].some((day) => day !== '' && !isDay(day))) return null;
  if (from !== '' && to !== '' && from > to) return { from: to, to: from };
  return { from: from || null, to: to || null };
}

/** A `days` filter's value for the address; blank for no end at all. */
export const daysValue = (from: string, to: string): string => (from === '' && to === '' ? '' : `${from}..${to}`);

/** The length of `2026-11-27`; an instant is longer. */
const dayLength = 10;
/** Whether a text is a day of the calendar as `yyyy-MM-dd`. */
const isDay = (text: string): boolean => text.length === dayLength && dayNumber(text) !== null;

/** Whether a filter's value keeps a row. `dayOf` gives the day of an instant in the reader's time zone. A value that cannot be read keeps every row. */
export function keepsRow<T>(filter: ReportFilter<T>, row: T, value: string, dayOf: (cell: string) => string): boolean {
  switch (filter.kind) {
    case 'choice':
    case 'text':
      return filter.keeps?.(row, value) ?? true;
    case 'value':
      return textOf(row[filter.key]) === value;
    case 'days': {
      const span = readDays(value);
      if (span === null || filter.key === undefined) return true;
      const cell = row[filter.key];
      if (typeof cell !== 'string' || cell === '') return false;
      const day = cell.length > dayLength ? dayOf(cell) : cell;
      return (span.from === null || day >= span.from) && (span.to === null || day <= span.to);
    }
  }
}

/** The distinct values of some rows under a key, as a `value` filter offers them: sorted, without blanks. */
export function valuesOf<T>(rows: readonly T[], key: keyof T): string[] {
  const values = new Set(rows.map((row) => textOf(row[key])));
  values.delete('');
  return [...values].sort(collator.compare);
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** A cell as filters by value compare it; blank for an unknown one. */
export function textOf(cell: unknown): string {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '';
}
