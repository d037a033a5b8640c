import Papa from 'papaparse';
import writeExcel from 'write-excel-file/universal';
import type { SheetData } from './sheet-of.ts';

/** A sheet as CSV; a cell that a spreadsheet would run as a formula is written as text [D5.4]. */
export const csvOf = ({ labels, rows }: SheetData): Blob =>
  new Blob([Papa.unparse({ fields: [...labels], data: rows.map((row) => [...row]) }, { escapeFormulae: true })], {
    type: 'text/csv',
  });

/** A sheet as an Excel file: texts stay texts, so nothing in it is run; numbers can be added up. */
export const xlsxOf = ({ labels, rows }: SheetData): Promise<Blob> =>
  writeExcel([labels.map((value) => ({ value, fontWeight: 'bold' as const })), ...rows.map((row) => [...row])]).toBlob();
