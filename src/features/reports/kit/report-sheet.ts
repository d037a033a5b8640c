import type { Report, ReportColumn, ReportColumnType } from '#domain/reports/kit/report.ts';
import { clockAt } from '#src/ui/form/zoned-time.ts';
import type { SheetCell, SheetData, SheetType } from '#src/workers/sheet/sheet-data.ts';
import { columnLabel } from './report-columns.tsx';

/** What the second sheet of a report's file says of it. Instants are UTC; `filters` are in words. */
export type SheetOrigin = {
  readonly customer: string;
  readonly person: string;
  readonly filters: readonly string[];
  readonly search: string;
  readonly asOf: string | null;
  readonly madeAt: string;
  readonly timeZone: string;
};

const types: Record<ReportColumnType, SheetType> = {
  text: 'plain',
  number: 'plain',
  money: 'money',
  date: 'date',
  instant: 'instant',
  'yes-no': 'plain',
  link: 'plain',
};

/** A report's rows as a sheet, in the columns that the table shows. Times are on the reader's clock. */
export function reportSheet<T>(
  report: Report<T>,
  columns: readonly ReportColumn<T>[],
  rows: readonly T[],
  origin: SheetOrigin,
): SheetData {
  return {
    labels: columns.map(columnLabel),
    types: columns.map(({ type }) => types[type]),
    rows: rows.map((row) => columns.map((column) => cellOf(column, row, origin.timeZone))),
    facts: factsOf(report, rows.length, origin),
  };
}

function cellOf<T>({ key, type }: ReportColumn<T>, row: T, timeZone: string): SheetCell {
  const value: unknown = row[key];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value === '') return null;
  return type === 'instant' ? onClock(value, timeZone) : value;
}

function onClock(instant: string, timeZone: string): string {
  const { day, time } = clockAt(instant, timeZone);
  return `${day}T${time}`;
}

function factsOf<T>({ title, about }: Report<T>, rows: number, origin: SheetOrigin): [string, SheetCell][] {
  const { customer, person, filters, search, asOf, madeAt, timeZone } = origin;
  const at = (instant: string) => `${onClock(instant, timeZone).replace('T', ' ')} (${timeZone})`;
  const used = [...filters, ...(search === '' ? [] : [`Search: ${search}`])];
  return [
    ['Report', title],
    ['About', about],
    ['Customer', customer],
    ['Filters', used.length === 0 ? 'None' : used.join('; ')],
    ['Rows', rows],
    ['As of', asOf === null ? 'Unknown' : at(asOf)],
    ['Made', at(madeAt)],
    ['Made by', person],
  ];
}
