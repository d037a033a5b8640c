import Papa from 'papaparse';
import writeExcel from 'write-excel-file/universal';
import { formulaStart } from '#contract/kit/formula.ts';
import type { SheetData } from './sheet-of.ts';

/** A sheet as CSV. A cell that a spreadsheet would run as a formula is escaped as text [D5.4]. */
export const csvOf = ({ labels, rows }: SheetData): Blob =>
  new Blob([Papa.unparse({ fields: [...labels], data: rows.map((row) => [...row]) }, { escapeFormulae: formulaStart })], {
    type: 'text/csv',
  });

/** A sheet as an Excel file. Text stays text, so Excel runs none of it; numbers stay numbers. */
export const xlsxOf = ({ labels, rows }: SheetData): Promise<Blob> =>
  writeExcel([labels.map((value) => ({ value, fontWeight: 'bold' as const })), ...rows.map((row) => [...row])]).toBlob();
