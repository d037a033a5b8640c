import * as xlsx from '@e965/xlsx';
import Papa from 'papaparse';
import readExcel from 'read-excel-file/universal';
import { afterEach, describe, expect, test } from 'vitest';
import writeExcel from 'write-excel-file/node';
import type { Report } from '#domain/reports/kit/report.ts';
import { reportSheet, type SheetColumn } from '#domain/reports/kit/report-sheet.ts';
import { usualBody } from '#domain/reports/kit/saved-report.ts';
import { reports } from '#domain/reports/reports.ts';
import { excelSheets } from '#domain/sheet/excel-sheets.ts';
import type { SheetData } from '#domain/sheet/sheet-data.ts';
import { clockAt } from '#src/ui/form/zoned-time.ts';
import { csvOf } from '#src/workers/sheet/write-sheet.ts';
import type { Line } from '../data/report-answers.ts';
import { makeReportFile } from './report-file.ts';

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

/** As the service writes it. */
async function csvByService(rows: readonly Line[], zone: string): Promise<string> {
  const report = reports[0] as Report<Line>;
  const data = { report, columns, skipped: [], rows, zone, filters: [], search: '' };
  const made = { customer: '+1', person: '-1', at: new Date('2026-11-27T04:31:00Z') };
  return Buffer.from(
    (await makeReportFile('csv', { data, view: { name: 'Rows', body: usualBody(report) }, ...made })).content,
  ).toString('utf8');
}

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
  const hostile = texts.map((text) => ({ text, starts: null, at: null }));
  const sheet = sheetOf(hostile, 'UTC');

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
    ['of the service', () => csvByService(hostile, 'UTC')],
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
        for (const text of [await csvByService(rows, timeZone), await csvOf(sheet).text()])
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
  expect(await csvByService([], 'UTC')).toBe('\uFEFFText,Start,Changed\r\n');
});

/** Rows of a long CSV: as many as a file may have. `npm run long -- file-rows` writes a million. */
const many = Number(process.env['FILE_ROWS'] ?? 100_000);

test('many rows are written as CSV while others are answered', { timeout: 120_000 }, async () => {
  const row = { text: 'Intensive care', starts: '2026-12-31', at: null };
  const rows = Array.from({ length: many }, () => row);
  let turns = 0;
  const others = () => {
    turns += 1;
    turn = setImmediate(others);
  };
  let turn = setImmediate(others);
  const text = await csvByService(rows, 'UTC');
  clearImmediate(turn);
  expect(text.length).toBe('\uFEFFText,Start,Changed\r\n'.length + many * 'Intensive care,2026-12-31,\r\n'.length);
  // After every 2,000 rows, others have their turn.
  expect(turns).toBeGreaterThanOrEqual(many / 2000);
});
