import { zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { UnreadableFeed } from './feed-problem.ts';
import { type FeedTable, headerOf, rowBudget } from './feed-table.ts';
import { zipParts } from './zip-parts.ts';

/**
 * Reads the first sheet of a workbook. Its first row with content is the header. The library gets only parts that were unpacked
 * here within the limits, in a new archive without compression.
 */
export async function readXlsx(bytes: Uint8Array): Promise<FeedTable> {
  return tableOf(await readSheetRows(bytes));
}

/** The texts of the first sheet of a workbook, row by row. */
export async function readSheetRows(bytes: Uint8Array): Promise<readonly (readonly string[])[]> {
  const parts = zipParts(bytes, (name) => /\.(?:xml|rels)$/.test(name));
  if (!parts.has('xl/workbook.xml'))
    throw new UnreadableFeed('unknown_format', 'The archive holds no workbook. Send an .xlsx, CSV, XML or JSON file.');
  for (const part of parts.values()) refuseDoctype(part);
  const archive = zipSync(Object.fromEntries(parts), { level: 0 });
  const cells = await sheetOf(new Uint8Array(archive).buffer);
  return cells.map((row) => row.map(textOf));
}

type Cell = string | boolean | Date | null;

async function sheetOf(archive: ArrayBuffer): Promise<Cell[][]> {
  try {
    // Numbers are kept as written: an id of 17 digits is not a number. The library's types describe a date cell as `typeof Date`.
    return (await readSheet<string>(archive, 1, { parseNumber: (text) => text })) as unknown as Cell[][];
  } catch (fault) {
    const why = fault instanceof Error ? fault.message.slice(0, 120) : 'unknown reason';
    throw new UnreadableFeed('malformed', `The sheet cannot be read (${why}). Save it again as .xlsx.`);
  }
}

function refuseDoctype(part: Uint8Array): void {
  if (Buffer.from(part.buffer, part.byteOffset, part.byteLength).includes('<!DOCTYPE')) {
    throw new UnreadableFeed(
      'forbidden',
      'A part of the spreadsheet declares a document type, which spreadsheets do not. Save it again as .xlsx.',
    );
  }
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (!(cell instanceof Date)) return typeof cell === 'string' ? numberText(cell.trim()) : String(cell);
  if (Number.isNaN(cell.getTime())) return '';
  const [day, time] = cell.toISOString().split('T');
  return time === '00:00:00.000Z' ? (day ?? '') : `${day}T${time?.slice(0, 8)}`;
}

/** Spreadsheets store 66.7368 as 66.736800000000002. The shortest text for the same double is used instead. */
const numberText = (text: string): string =>
  /^-?\d+\.\d{10,}$|^-?\d+(?:\.\d+)?E[+-]?\d+$/.test(text) ? String(Number(text)) : text;

function tableOf(sheet: readonly (readonly string[])[]): FeedTable {
  const first = sheet.findIndex((row) => row.some((cell) => cell !== ''));
  const header = sheet[first];
  if (!header) throw new UnreadableFeed('empty', 'The first sheet is empty. Put the jobs on the first sheet.');
  const columns = headerOf(header);
  const budget = rowBudget();
  const rows: { row: number; cells: string[] }[] = [];
  for (const [index, cells] of sheet.slice(first + 1).entries()) {
    if (cells.every((cell) => cell === '')) continue;
    if (!budget.take(columns.length)) break;
    rows.push({ row: index + 1, cells: [...cells] });
  }
  return { format: 'xlsx', columns, rows, badRows: [], ...budget.truncated() };
}
