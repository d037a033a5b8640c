import * as xlsx from '@e965/xlsx';
import Papa from 'papaparse';
import readExcel from 'read-excel-file/universal';
import { afterEach, describe, expect, test } from 'vitest';
import writeExcel from 'write-excel-file/node';
import { reportSheet, type SheetColumn } from '#domain/reports/kit/report-sheet.ts';
import { excelSheets } from '#domain/sheet/excel-sheets.ts';
import type { SheetData } from '#domain/sheet/sheet-data.ts';
import { clockAt } from '#src/ui/form/zoned-time.ts';
import { csvOf } from '#src/workers/sheet/write-sheet.ts';
import { writeCsv } from './report-file.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const columns: readonly SheetColumn[] = [
  { key: 'text', label: 'Text', type: 'text' },
  { key: 'starts', label: 'Start', type: 'date' },
  { key: 'at', label: 'Changed', type: 'instant' },
];
const sheetOf = (rows: readonly object[], timeZone: string): SheetData =>
  reportSheet({ title: '=1+1', about: '@A1' }, columns, rows, { ...origin, timeZone }, (instant, at) =>
    Object.values(clockAt(instant, at)).join('T'),
  );
const origin = {
  customer: '+1',
  person: '-1',
  filters: ['=HYPERLINK("x")'],
  search: '',
  asOf: null,
  madeAt: '2026-11-27T04:31:00Z',
};

/** As the thread of the service writes it. */
async function excelOf(sheet: SheetData): Promise<Uint8Array> {
  const { sheets, options } = excelSheets(sheet);
  return new Uint8Array(await writeExcel(sheets, options).toBuffer());
}

const starts = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '"=', "'=", '\uFF1D'];
const ends = ['1+1', 'SUM(A1)', 'HYPERLINK("http://evil.example")', "cmd|'/C calc'!A0", 'WEBSERVICE("x")'];
const texts = starts.flatMap((start) =>
  ends.flatMap((end) => [`${start}${end}`, `${start}${end} `, ` ${start}${end}`, `${start}${end}\n2`, `${start}${start}${end}`]),
);

/** Formulas that a spreadsheet program makes of a file. */
const formulasIn = (book: xlsx.WorkBook): string[] =>
  Object.values(book.Sheets).flatMap((page) =>
    Object.values(page).flatMap((cell: unknown) => {
      const formula = (cell as xlsx.CellObject | undefined)?.f;
      return formula === undefined ? [] : [formula];
    }),
  );

describe('of 250 hostile texts, a spreadsheet program makes no formula [D5.4]', () => {
  const sheet = sheetOf(
    texts.map((text) => ({ text, starts: null, at: null })),
    'UTC',
  );

  test('in an Excel file and the sheet about it, which keep the texts', async () => {
    expect(texts).toHaveLength(250);
    const bytes = await excelOf(sheet);
    const book = xlsx.read(bytes, { cellFormula: true });
    expect(book.SheetNames).toEqual(['Rows', 'About']);
    expect(formulasIn(book)).toEqual([]);
    const [rows] = (await readExcel(new Blob([Uint8Array.from(bytes)]))) as unknown as { data: unknown[][] }[];
    const kept = (text: string) => text.replaceAll('\r', '').trim();
    expect(rows?.data.slice(1).map(([cell]) => kept(String(cell)))).toEqual(texts.map(kept));
  });

  test.each([
    ['of the service', async () => Buffer.from(await writeCsv(sheet)).toString('utf8')],
    ['of a device', () => csvOf(sheet).text()],
  ])('in a CSV %s, where an apostrophe is before each that would be one', async (_, write) => {
    const text = await write();
    // The program makes formulas of such cells where nothing is before them.
    expect(formulasIn(xlsx.read('=1+1,2', { type: 'string', cellFormula: true }))).toEqual(['1+1']);
    expect(formulasIn(xlsx.read(text, { type: 'string', cellFormula: true }))).toEqual([]);
    const { data } = Papa.parse<string[]>(text.replace('\uFEFF', ''), { skipEmptyLines: true });
    expect(data.slice(1).map(([cell]) => cell)).toEqual(texts.map((each) => `'${each}`));
  });
});

describe.each(['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'UTC'])(
  'files of people in %s',
  (timeZone) => {
    // Moments around the change of the day in that zone.
    const days = ['2026-03-08', '2026-11-01', '2026-12-31', '2028-02-29'];
    const rows = days.flatMap((starts) =>
      [`${starts}T00:00:30Z`, `${starts}T09:59:00Z`, `${starts}T23:59:30Z`].map((at) => ({ text: '', starts, at })),
    );
    const expected = rows.map(({ starts: day, at }) => {
      const parts = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' });
      return [day, parts.format(new Date(at)).replace(', ', ' ')];
    });

    test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
      'have the days of the report and the times of their clock, made in %s',
      async (made) => {
        process.env['TZ'] = made;
        const sheet = sheetOf(rows, timeZone);
        const [page] = (await readExcel(new Blob([Uint8Array.from(await excelOf(sheet))]))) as unknown as { data: unknown[][] }[];
        const words = (cell: unknown, length: number) =>
          cell instanceof Date ? cell.toISOString().slice(0, length).replace('T', ' ') : cell;
        expect(page?.data.slice(1).map(([, day, at]) => [words(day, 10), words(at, 16)])).toEqual(expected);
        for (const text of [Buffer.from(await writeCsv(sheet)).toString('utf8'), await csvOf(sheet).text()])
          expect(
            Papa.parse<string[]>(text.replace('\uFEFF', ''), { skipEmptyLines: true })
              .data.slice(1)
              .map(([, day, at]) => [day, at]),
          ).toEqual(expected);
      },
    );
  },
);

test('a report without rows is a file of its labels', async () => {
  const sheet = sheetOf([], 'UTC');
  const [page] = (await readExcel(new Blob([Uint8Array.from(await excelOf(sheet))]))) as unknown as { data: unknown[][] }[];
  expect(page?.data).toEqual([['Text', 'Start', 'Changed']]);
  expect(Buffer.from(await writeCsv(sheet)).toString('utf8')).toBe('\uFEFFText,Start,Changed\r\n');
});

test('a million rows are written as CSV while others are answered', async () => {
  const row = ['Intensive care', 36, null] as const;
  const sheet = { labels: ['Unit', 'Hours', 'Note'], rows: Array.from({ length: 1_000_000 }, () => row) };
  let turns = 0;
  const others = () => {
    turns += 1;
    turn = setImmediate(others);
  };
  let turn = setImmediate(others);
  const bytes = await writeCsv(sheet);
  clearImmediate(turn);
  expect(bytes.byteLength).toBe(3 + 'Unit,Hours,Note\r\n'.length + 1_000_000 * 'Intensive care,36,\r\n'.length);
  // After every 2,000 rows, others have their turn.
  expect(turns).toBeGreaterThanOrEqual(500);
});
