import type { SheetCell, SheetData, SheetType } from '../../sheet/sheet-data.ts';
import type { Report, ReportColumnType } from './report.ts';

/** A column of a report in a file, under the customer's names of fields. */
export type SheetColumn = { readonly key: string; readonly label: string; readonly type: ReportColumnType };

/** What the second sheet of a report's file says of it. Instants are UTC; `filters` are in words. */
export type SheetOrigin = {
  readonly customer: string;
  readonly person: string;
  readonly filters: readonly string[];
  readonly search: string;
  readonly asOf: string | null;
  readonly madeAt: string;
  readonly timeZone: string;
  /** The rows of the whole file, where only a portion of them is given. */
  readonly rowCount?: number;
};

/** An instant on the clock of a zone, as `yyyy-MM-ddTHH:mm`. */
export type OnClock = (instant: string, timeZone: string) => string;

const types: Record<ReportColumnType, SheetType> = {
  text: 'plain',
  number: 'plain',
  money: 'money',
  date: 'date',
  instant: 'instant',
  'yes-no': 'plain',
  link: 'plain',
};

/** How the cells of these columns are written. */
export const sheetTypes = (columns: readonly Pick<SheetColumn, 'type'>[]): SheetType[] => columns.map(({ type }) => types[type]);

/** A report's rows as a sheet in these columns. Times are on the clock of the origin's zone. */
export function reportSheet(
  { title, about }: Pick<Report<never>, 'title' | 'about'>,
  columns: readonly SheetColumn[],
  rows: readonly object[],
  origin: SheetOrigin,
  onClock: OnClock,
): SheetData {
  const cellOf = ({ key, type }: SheetColumn, row: object): SheetCell => {
    const value: unknown = (row as Readonly<Record<string, unknown>>)[key];
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (typeof value === 'number') return value;
    if (typeof value !== 'string' || value === '') return null;
    return type === 'instant' ? onClock(value, origin.timeZone) : value;
  };
  return {
    labels: columns.map(({ label }) => label),
    types: sheetTypes(columns),
    rows: rows.map((row) => columns.map((column) => cellOf(column, row))),
    facts: [['Report', title], ['About', about], ...factsOf(origin.rowCount ?? rows.length, origin, onClock)],
  };
}

function factsOf(rows: number, origin: SheetOrigin, onClock: OnClock): [string, SheetCell][] {
  const { customer, person, filters, search, asOf, madeAt, timeZone } = origin;
  const at = (instant: string) => `${onClock(instant, timeZone).replace('T', ' ')} (${timeZone})`;
  const used = [...filters, ...(search === '' ? [] : [`Search: ${search}`])];
  return [
    ['Customer', customer],
    ['Filters', used.length === 0 ? 'None' : used.join('; ')],
    ['Rows', rows],
    ['As of', asOf === null ? 'Unknown' : at(asOf)],
    ['Made', at(madeAt)],
    ['Made by', person],
  ];
}
