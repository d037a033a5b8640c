import Papa from 'papaparse';
import writeExcel from 'write-excel-file/universal';
import { formulaStart } from '#contract/kit/formula.ts';
import type { SheetCell, SheetData, SheetFile, SheetType } from './sheet-data.ts';

/** A sheet as a file. */
export const writeSheet = async (file: SheetFile, sheet: SheetData): Promise<Blob> =>
  file === 'csv' ? csvOf(sheet) : xlsxOf(sheet);

/** Tells Excel that a CSV file is UTF-8. */
const byteOrderMark = '\uFEFF';

/** A sheet as CSV. A cell that a spreadsheet would run as a formula is escaped as text [D5.4]. */
export function csvOf({ labels, rows, types = [] }: SheetData): Blob {
  const data = rows.map((row) => row.map((cell, i) => (types[i] === 'instant' ? String(cell ?? '').replace('T', ' ') : cell)));
  const text = Papa.unparse({ fields: [...labels], data }, { escapeFormulae: formulaStart });
  return new Blob([byteOrderMark, text], { type: 'text/csv' });
}

/** Formats of Excel. The two of dates follow the language of the reader's Excel. */
const formats = { money: '#,##0.00', date: 'mm/dd/yyyy', instant: 'mm/dd/yyyy hh:mm' } as const;
/** Widths of columns in characters. */
const [leastWidth, mostWidth] = [10, 48];
/** Rows that decide the width of their columns. */
const measuredRows = 200;

/**
 * A sheet as an Excel file, with a header that stays in sight and filters. Text stays text, so Excel runs none of it; numbers stay
 * numbers, days are days in every time zone.
 */
export function xlsxOf({ labels, rows, types = [], facts }: SheetData): Promise<Blob> {
  const head = labels.map((value) => ({ value, type: String, fontWeight: 'bold' as const }));
  const body = rows.map((row) => row.map((cell, i) => excelCell(cell, types[i])));
  const main = { data: [head, ...body], columns: widthsOf(labels, rows), stickyRowsCount: 1 };
  if (!facts) return writeExcel([{ ...main, sheet: 'Rows' }], { features: [filters(labels.length, rows.length)] }).toBlob();
  const about = facts.map(([name, value]) => [
    { value: name, type: String, fontWeight: 'bold' as const },
    typeof value === 'string' ? { value, type: String } : value,
  ]);
  const sheets = [
    { ...main, sheet: 'Rows' },
    { data: about, columns: [{ width: 20 }, { width: 80 }], sheet: 'About' },
  ];
  return writeExcel(sheets, { features: [filters(labels.length, rows.length)] }).toBlob();
}

function excelCell(cell: SheetCell, type: SheetType = 'plain') {
  if (type === 'money' && typeof cell === 'number') return { value: cell, type: Number, format: formats.money };
  if ((type === 'date' || type === 'instant') && typeof cell === 'string') {
    const at = new Date(type === 'date' ? `${cell}T00:00:00Z` : `${cell}:00Z`);
    if (!Number.isNaN(at.getTime())) return { value: at, type: Date, format: formats[type] };
  }
  return typeof cell === 'string' ? { value: cell, type: String } : cell;
}

function widthsOf(labels: readonly string[], rows: SheetData['rows']) {
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
function columnName(n: number): string {
  const letter = String.fromCharCode(65 + ((n - 1) % 26));
  return n <= 26 ? letter : columnName(Math.floor((n - 1) / 26)) + letter;
}
