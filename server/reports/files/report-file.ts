import { setImmediate } from 'node:timers/promises';
import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';
import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import { reportSheet } from '#domain/reports/kit/report-sheet.ts';
import { readFilters, type SavedFilter } from '#domain/reports/kit/saved-filters.ts';
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
  const sheet = sheetOf(source, kind === 'xlsx' ? mostExcelRows : Number.POSITIVE_INFINITY);
  const content = kind === 'xlsx' ? await writeExcelApart(sheet) : await writeCsv(sheet, source.written);
  const day = onClock(source.at.toISOString(), source.data.zone).slice(0, 10);
  return { name: fileNameOf(source.view.name, kind, day), type: contentTypes[kind], content };
}

function sheetOf({ data, view, customer, person, at }: Source, most: number): SheetData {
  const { report, columns, rows, zone } = data;
  const asked = readFilters(view.body.query);
  const inWords = ({ name, value }: SavedFilter): string => {
    const filter = report.filters.find((one) => one.name === name);
    const choice = filter?.kind === 'choice' ? filter.choices.find((one) => one.value === value) : undefined;
    return `${filter?.label ?? name}: ${choice?.label ?? value}`;
  };
  const origin = {
    customer,
    person,
    filters: asked.filter(({ name }) => name !== 'q').map(inWords),
    search: asked.find(({ name }) => name === 'q')?.value ?? '',
    asOf: at.toISOString(),
    madeAt: at.toISOString(),
    timeZone: zone,
  };
  return reportSheet(report, columns, rows.slice(0, most), origin, onClock);
}

const onClock = (instant: string, zone: string): string => format(new TZDate(instant, zone), "yyyy-MM-dd'T'HH:mm");

/** Rows that are written without a pause. */
const portion = 2000;

/** Writes a CSV in portions, between which the service answers others. */
async function writeCsv(sheet: SheetData, written: Source['written'] = async () => setImmediate()): Promise<Uint8Array> {
  const parts = [Buffer.from(byteOrderMark + csvText([sheet.labels]))];
  for (let from = 0; from < sheet.rows.length; from += portion) {
    const rows = csvRows({ ...sheet, rows: sheet.rows.slice(from, from + portion) });
    parts.push(Buffer.from(csvText(rows.map((row) => row.map((cell) => String(cell ?? ''))))));
    await written(from + rows.length);
  }
  return Buffer.concat(parts);
}
