import Papa from 'papaparse';
import writeExcel from 'write-excel-file/universal';
import { formulaStart } from '#contract/kit/formula.ts';
import { excelSheets } from '#domain/sheet/excel-sheets.ts';
import type { SheetData, SheetFile } from '#domain/sheet/sheet-data.ts';

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

/** A sheet as an Excel file. */
export function xlsxOf(sheet: SheetData): Promise<Blob> {
  const { sheets, options } = excelSheets(sheet);
  return writeExcel(sheets, options).toBlob();
}
