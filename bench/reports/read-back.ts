import { readFile } from 'node:fs/promises';
import * as xlsx from '@e965/xlsx';
import Papa from 'papaparse';
import readExcel from 'read-excel-file/universal';
import type { SheetCell, SheetData, SheetType } from '#domain/sheet/sheet-data.ts';

type Sheet = SheetData & { readonly types: readonly SheetType[] };
type Rows = readonly (readonly unknown[])[];

/** Beyond this many rows a faster reader takes the place of `read-excel-file`. */
const mostSlowRows = 10_000;
const unixDays = 25_569;
/** Excel’s fractions of a day are a little above or below the whole minute. */
const roundingMs = 500;

/** Reads a file and compares each cell with the sheet. Returns how many differ; a missing or further row counts as one. */
export async function differencesIn(file: string, kind: 'xlsx' | 'csv', sheet: Sheet): Promise<number> {
  const [, ...rows] = kind === 'csv' ? await readCsv(file) : await readWorkbook(file, sheet.rows.length);
  const differing = sheet.rows.map((row, at) => {
    const read = rows[at];
    return read ? row.filter((cell, i) => wordsOf(read[i], sheet.types[i]) !== wordsOf(cell, sheet.types[i])).length : 0;
  });
  return differing.reduce((sum, cells) => sum + cells, Math.abs(rows.length - sheet.rows.length));
}

const readCsv = async (file: string): Promise<Rows> =>
  Papa.parse<string[]>((await readFile(file, 'utf8')).replace('\uFEFF', ''), { skipEmptyLines: true }).data;

async function readWorkbook(file: string, rows: number): Promise<Rows> {
  const bytes = await readFile(file);
  if (rows <= mostSlowRows) {
    const sheets = (await readExcel(new Blob([Uint8Array.from(bytes)]))) as unknown as { data: unknown[][] }[];
    return sheets[0]?.data ?? [];
  }
  const book = xlsx.read(bytes, { dense: true });
  const page = book.Sheets[book.SheetNames[0] ?? ''];
  return page ? xlsx.utils.sheet_to_json<unknown[]>(page, { header: 1, raw: true, defval: null }) : [];
}

/** A cell as text: days and times as `2026-11-27 23:30`, whether they were read as such or as the number by which Excel counts days. */
function wordsOf(cell: unknown, type: SheetType | undefined): string {
  const isTime = type === 'date' || type === 'instant';
  const length = type === 'date' ? 10 : 16;
  if (cell instanceof Date) return new Date(cell.getTime() + roundingMs).toISOString().slice(0, length).replace('T', ' ');
  if (isTime && typeof cell === 'number')
    return new Date(Math.round((cell - unixDays) * 86_400_000) + roundingMs).toISOString().slice(0, length).replace('T', ' ');
  return textOf(cell as SheetCell | undefined)
    .slice(0, isTime ? length : undefined)
    .replace(isTime ? 'T' : '', isTime ? ' ' : '');
}

const textOf = (cell: SheetCell | undefined): string => (cell === null || cell === undefined ? '' : String(cell));
