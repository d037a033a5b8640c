import { setImmediate } from 'node:timers/promises';
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import { reportSheet } from '#domain/reports/kit/report-sheet.ts';
import { byteOrderMark, csvRows } from '#domain/sheet/csv-rows.ts';
import { fileNameOf } from '#domain/sheet/file-name.ts';
import { mostExcelRows, type SheetData, type SheetFile } from '#domain/sheet/sheet-data.ts';
import { csvText } from '#server/kit/lib/csv-text.ts';
import type { SavedData } from '../data/saved-data.ts';
import { writeExcelApart } from './write-apart.ts';

/** What a file of a report is made of: its rows as its saved view shows them, and who made it when. */
type Source = {
  readonly data: SavedData;
  readonly view: Pick<ReportConfigurationRow, 'name' | 'body'>;
  readonly customer: string;
  readonly person: string;
  readonly at: Date;
  /** Gets the count of rows written so far, after each portion of a CSV. */
  readonly written?: (rows: number) => Promise<void>;
};

/** A file with its name, its content type and its bytes. */
export type ReportFile = { readonly name: string; readonly type: string; readonly content: Uint8Array };

/** What a browser or an email says a file is. */
export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * Writes a report as a file, as a device writes it: an Excel file of at most 10,000 rows with a second sheet about them, or a CSV of all
 * rows. Times are on the clock of the customer.
 */
export async function makeReportFile(kind: SheetFile, source: Source): Promise<ReportFile> {
  const content = kind === 'xlsx' ? await writeExcel(source) : await writeCsv(source);
  const day = onClock(source.at.toISOString(), source.data.zone).slice(0, 10);
  return { name: fileNameOf(source.view.name, kind, day), type: contentTypes[kind], content };
}

/** Rows that are put into cells and written without a pause. */
const portion = 2000;

/** The sheet of a report with the rows from one place to another. */
function sheetOf({ data, customer, person, at }: Source, count: number, from: number, to: number): SheetData {
  const { report, columns, rows, zone, filters, search } = data;
  const origin = {
    customer,
    person,
    filters,
    search,
    asOf: at.toISOString(),
    madeAt: at.toISOString(),
    timeZone: zone,
    rowCount: count,
  };
  return reportSheet(report, columns, rows.slice(from, Math.min(to, count)), origin, onClock);
}

const onClock = (instant: string, zone: string): string => format(new TZDate(instant, zone), "yyyy-MM-dd'T'HH:mm");

/** Writes an Excel file. Rows are put into cells in portions, between which the service answers others. */
async function writeExcel(source: Source): Promise<Uint8Array> {
  const count = Math.min(source.data.rows.length, mostExcelRows);
  const rows: SheetData['rows'][number][] = [];
  for (let from = 0; from < count; from += portion) {
    rows.push(...sheetOf(source, count, from, from + portion).rows);
    await setImmediate();
  }
  return writeExcelApart({ ...sheetOf(source, count, 0, 0), rows });
}

/** Writes a CSV of all rows in portions. */
async function writeCsv(source: Source): Promise<Uint8Array> {
  const { written = async () => setImmediate() } = source;
  const count = source.data.rows.length;
  const parts = [Buffer.from(byteOrderMark + csvText([sheetOf(source, count, 0, 0).labels]))];
  for (let from = 0; from < count; from += portion) {
    const rows = csvRows(sheetOf(source, count, from, from + portion));
    parts.push(Buffer.from(csvText(rows.map((row) => row.map((cell) => String(cell ?? ''))))));
    await written(from + rows.length);
  }
  return Buffer.concat(parts);
}
