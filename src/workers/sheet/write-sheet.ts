import Papa from 'papaparse';
import writeExcel from 'write-excel-file/universal';
import { formulaStart } from '#contract/kit/formula.ts';
import { byteOrderMark, csvRows } from '#domain/sheet/csv-rows.ts';
import { excelSheets } from '#domain/sheet/excel-sheets.ts';
import type { SheetData, SheetFile } from '#domain/sheet/sheet-data.ts';

/** A sheet as a file. */
export const writeSheet = async (file: SheetFile, sheet: SheetData): Promise<Blob> =>
  file === 'csv' ? csvOf(sheet) : xlsxOf(sheet);

/** A sheet as CSV. A cell that a spreadsheet would run as a formula is escaped as text [D5.4]. */
export function csvOf(sheet: SheetData): Blob {
  const text = Papa.unparse({ fields: [...sheet.labels], data: csvRows(sheet) }, { escapeFormulae: formulaStart });
  return new Blob([byteOrderMark, text], { type: 'text/csv' });
}

/** A sheet as an Excel file. */
export function xlsxOf(sheet: SheetData): Promise<Blob> {
  const { sheets, options } = excelSheets(sheet);
  return writeExcel(sheets, options).toBlob();
}
