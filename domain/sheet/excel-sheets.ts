import { dayNumber } from '../query/day-number.ts';
import type { SheetCell, SheetData, SheetType } from './sheet-data.ts';

/** Formats of Excel. The two of dates follow the language of the reader's Excel. */
export const formats = { money: '#,##0.00', date: 'mm/dd/yyyy', instant: 'mm/dd/yyyy hh:mm' } as const;
/** Widths of columns in characters. */
const [leastWidth, mostWidth] = [10, 48];
/** Rows that decide the width of their columns. */
const measuredRows = 200;
/** Excel's number of January 1, 1970. */
const daysTo1970 = 25_569;

const text = (value: string) => ({ value, type: String });
const bold = (value: string) => ({ ...text(value), fontWeight: 'bold' as const });

/**
 * A sheet as `write-excel-file` takes it: the rows under a header that stays in sight and filters, then the facts. Text stays text, so
 * Excel runs none of it; numbers stay numbers, and days are the numbers by which Excel counts them, so they are the same in every time
 * zone.
 */
export function excelSheets({ labels, rows, types = [], facts }: SheetData) {
  const body = rows.map((row) => row.map((cell, i) => excelCell(cell, types[i])));
  const main = { data: [labels.map(bold), ...body], columns: widthsOf(labels, rows), stickyRowsCount: 1, sheet: 'Rows' };
  const about = facts && {
    data: facts.map(([name, value]) => [bold(name), typeof value === 'string' ? text(value) : value]),
    columns: [{ width: 20 }, { width: 80 }],
    sheet: 'About',
  };
  return { sheets: about ? [main, about] : [main], options: { features: [filters(labels.length, rows.length)] } };
}

function excelCell(cell: SheetCell, type: SheetType = 'plain') {
  if (type === 'money' && typeof cell === 'number') return { value: cell, type: Number, format: formats.money };
  if ((type === 'date' || type === 'instant') && typeof cell === 'string') {
    const value = excelTime(cell);
    if (value !== null) return { value, type: Number, format: formats[type] };
  }
  return typeof cell === 'string' ? text(cell) : cell;
}

/** `2026-11-27` or `2026-11-27T23:30` as Excel's number of days. Null for anything else. */
export function excelTime(cell: string): number | null {
  const parts = /^\d{4}-\d\d-\d\d(?:T(\d\d):(\d\d))?$/.exec(cell);
  const day = parts && dayNumber(cell);
  if (parts === null || day === null) return null;
  if (parts[1] === undefined) return daysTo1970 + day;
  // Half a millisecond more: a reader that cuts the fraction off would find the minute before.
  const minutes = Number(parts[1]) * 60 + Number(parts[2]);
  return daysTo1970 + day + (minutes * 60_000 + 0.5) / 86_400_000;
}

/** The widths of columns in characters, from their labels and first rows. */
export function widthsOf(labels: readonly string[], rows: SheetData['rows']) {
  const measured = rows.slice(0, measuredRows);
  return labels.map((label, i) => {
    const longest = measured.reduce((most, row) => Math.max(most, String(row[i] ?? '').length), label.length + 3);
    return { width: Math.min(mostWidth, Math.max(leastWidth, longest + 1)) };
  });
}

/** The filters in the header of the first sheet. The package has no option for them. */
const filters = (columns: number, rows: number) => ({
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform: (xml: string, _options: object, { sheetIndex }: { sheetIndex: number }) =>
          sheetIndex === 0 && columns > 0
            ? xml.replace('</sheetData>', `</sheetData><autoFilter ref="A1:${columnName(columns)}${rows + 1}"/>`)
            : xml,
      },
    },
  },
});

/** The letters of the n-th column of a sheet: 1 is A, 27 is AA. */
export function columnName(n: number): string {
  const letter = String.fromCharCode(65 + ((n - 1) % 26));
  return n <= 26 ? letter : columnName(Math.floor((n - 1) / 26)) + letter;
}
