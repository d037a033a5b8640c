import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as xlsx from '@e965/xlsx';
import ExcelJS from 'exceljs';
import writeExcel from 'write-excel-file/node';
import type { Report } from '#domain/reports/kit/report.ts';
import { usualBody } from '#domain/reports/kit/saved-report.ts';
import { reports } from '#domain/reports/reports.ts';
import { excelSheets } from '#domain/sheet/excel-sheets.ts';
import type { SheetCell, SheetData, SheetType } from '#domain/sheet/sheet-data.ts';
import type { Line } from '#server/reports/data/report-answers.ts';
import { makeReportFile } from '#server/reports/files/report-file.ts';
import { csvOf } from '#src/workers/sheet/write-sheet.ts';

type Sheet = SheetData & { readonly types: readonly SheetType[] };
/** `ready` makes of the sheet what the writer is given in the product; only what it returns is timed. */
type Writer = { readonly kind: 'xlsx' | 'csv' } & (
  | { readonly write: (sheet: Sheet, file: string) => Promise<void> }
  | { readonly ready: (sheet: Sheet) => (file: string) => Promise<void> }
);

const formats: Partial<Record<SheetType, string>> = { money: '#,##0.00', date: 'mm/dd/yyyy', instant: 'mm/dd/yyyy hh:mm' };

/** Days and times as the peers take them: a Date in UTC. */
const asDate = (cell: SheetCell, type: SheetType | undefined): SheetCell | Date =>
  typeof cell === 'string' && (type === 'date' || type === 'instant')
    ? new Date(`${cell}${type === 'date' ? 'T00:00' : ''}Z`)
    : cell;

/** Every way to write a sheet, ours first in each kind. */
export const writers: Readonly<Record<string, Writer>> = {
  'Jobdock, Excel': {
    kind: 'xlsx',
    async write(sheet, file) {
      const { sheets, options } = excelSheets(sheet);
      await writeFile(file, await writeExcel(sheets, options).toBuffer());
    },
  },
  'exceljs, streaming': {
    kind: 'xlsx',
    async write({ labels, rows, types }, file) {
      const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: file, useStyles: true, useSharedStrings: false });
      const page = book.addWorksheet('Rows', { views: [{ state: 'frozen', ySplit: 1 }] });
      page.columns = labels.map((header, i) => {
        const numFmt = formats[types[i] ?? 'plain'];
        return { header, key: header, ...(numFmt !== undefined && { style: { numFmt } }) };
      });
      for (const row of rows) page.addRow(row.map((cell, i) => asDate(cell, types[i]))).commit();
      page.commit();
      await book.commit();
    },
  },
  '@e965/xlsx, Excel': {
    kind: 'xlsx',
    async write(sheet, file) {
      const book = xlsx.utils.book_new(peerSheet(sheet), 'Rows');
      await writeFile(file, xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer);
    },
  },
  'Jobdock service, CSV': {
    kind: 'csv',
    ready(sheet) {
      const source = reportOf(sheet);
      return async (file) => writeFile(file, (await makeReportFile('csv', source)).content);
    },
  },
  'Jobdock device, CSV': {
    kind: 'csv',
    write: async (sheet, file) => writeFile(file, new Uint8Array(await csvOf(sheet).arrayBuffer())),
  },
  'exceljs, CSV': {
    kind: 'csv',
    async write({ labels, rows }, file) {
      const book = new ExcelJS.Workbook();
      const page = book.addWorksheet('Rows');
      page.addRow([...labels]);
      for (const row of rows) page.addRow([...row]);
      const stream = createWriteStream(file);
      await book.csv.write(stream);
    },
  },
  '@e965/xlsx, CSV': {
    kind: 'csv',
    async write({ labels, rows }, file) {
      await writeFile(file, xlsx.utils.sheet_to_csv(xlsx.utils.aoa_to_sheet([[...labels], ...rows.map((row) => [...row])])));
    },
  },
};

function peerSheet({ labels, rows, types }: Sheet): xlsx.WorkSheet {
  const values = rows.map((row) => row.map((cell, i) => asDate(cell, types[i])));
  const page = xlsx.utils.aoa_to_sheet([[...labels], ...values], { dense: true, cellDates: true, UTC: true });
  for (const line of (page['!data'] ?? []).slice(1))
    for (const [i, cell] of line.entries()) {
      const format = formats[types[i] ?? 'plain'];
      if (format !== undefined && cell) cell.z = format;
    }
  return page;
}

/** The sheet as a report of the service, whose rows have their cells by key and whose times are instants. */
function reportOf({ labels, rows, types }: Sheet): Parameters<typeof makeReportFile>[1] {
  const typeOf = { plain: 'text', money: 'money', date: 'date', instant: 'instant' } as const;
  const data = {
    report: reports[0] as Report<Line>,
    columns: labels.map((label, i) => ({ key: label, label, type: typeOf[types[i] ?? 'plain'] })),
    skipped: [],
    rows: rows.map((row) =>
      Object.fromEntries(labels.map((label, i) => [label, types[i] === 'instant' ? `${row[i]}:00Z` : row[i]])),
    ),
    zone: 'UTC',
    filters: [],
    search: '',
  };
  return { data, view: { name: 'Bench', body: usualBody(data.report) }, customer: 'Bench', person: 'Bench', at: new Date(0) };
}
