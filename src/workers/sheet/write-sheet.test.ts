import { strFromU8, unzipSync } from 'fflate';
import readExcel from 'read-excel-file/universal';
import { afterEach, expect, test } from 'vitest';
import type { SheetData } from '#domain/sheet/sheet-data.ts';
import { csvOf, xlsxOf } from './write-sheet.ts';

const sheet: SheetData = {
  labels: ['Shift', 'Hours per week', 'Active', 'Rate', 'Starts', 'Edited'],
  types: ['plain', 'plain', 'plain', 'money', 'date', 'instant'],
  rows: [
    ['Nights, 12h', 36, true, 78.5, '2026-12-31', '2026-11-27T23:30'],
    ['=HYPERLINK("http://evil.example")', null, false, null, null, null],
  ],
};
const xml = async (file: Blob, name: string) =>
  strFromU8(unzipSync(new Uint8Array(await file.arrayBuffer()))[name] ?? new Uint8Array());

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('CSV has a mark of its encoding, a line of labels, quotes where needed, blanks for unknown values, and no formula', async () => {
  const bytes = new Uint8Array(await csvOf(sheet).arrayBuffer());
  expect(bytes.slice(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
  expect((await csvOf(sheet).text()).replace('\uFEFF', '').split('\r\n')).toEqual([
    'Shift,Hours per week,Active,Rate,Starts,Edited',
    '"Nights, 12h",36,true,78.5,2026-12-31,2026-11-27 23:30',
    `"'=HYPERLINK(""http://evil.example"")",,false,,,`,
  ]);
});

test.each(['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'UTC'])(
  'an Excel file keeps numbers, amounts, days and times, made in %s',
  async (made) => {
    process.env['TZ'] = made;
    const [rows] = await readExcel(await xlsxOf(sheet));
    const cells = (rows as unknown as { data: unknown[][] }).data;
    expect(cells[0]).toEqual(sheet.labels);
    const iso = (cell: unknown) => (cell instanceof Date ? cell.toISOString() : cell);
    expect(cells[1]?.map(iso)).toEqual(['Nights, 12h', 36, true, 78.5, '2026-12-31T00:00:00.000Z', '2026-11-27T23:30:00.000Z']);
    expect(cells[2]).toEqual(['=HYPERLINK("http://evil.example")', null, false, null, null, null]);
  },
);

test('the header stays in sight and filters, and amounts and days have formats', async () => {
  const file = await xlsxOf(sheet);
  const page = await xml(file, 'xl/worksheets/sheet1.xml');
  expect(page).toContain('<autoFilter ref="A1:F3"/>');
  expect(page).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
  const styles = await xml(file, 'xl/styles.xml');
  for (const format of ['#,##0.00', 'mm/dd/yyyy', 'mm/dd/yyyy hh:mm']) expect(styles).toContain(`formatCode="${format}"`);
});

test('a second sheet says where the rows come from, without filters', async () => {
  const file = await xlsxOf({
    ...sheet,
    facts: [
      ['Report', '=1+1'],
      ['Rows', 2],
    ],
  });
  expect(await xml(file, 'xl/worksheets/sheet2.xml')).not.toContain('autoFilter');
  const sheets = (await readExcel(file)) as unknown as { sheet: string; data: unknown[][] }[];
  expect(sheets.map((one) => one.sheet)).toEqual(['Rows', 'About']);
  expect(sheets[1]?.data).toEqual([
    ['Report', '=1+1'],
    ['Rows', 2],
  ]);
});

test('250 hostile texts stay texts', async () => {
  const starts = ['=', '+', '-', '@', '\t=', '\r=', '\n=', '"=', "'=", '\uFF1D'];
  const ends = ['1+1', 'SUM(A1)', 'HYPERLINK("http://evil.example")', "cmd|'/C calc'!A0", 'WEBSERVICE("x")'];
  const texts = starts.flatMap((start) =>
    ends.flatMap((end) => [
      `${start}${end}`,
      `${start}${end} `,
      ` ${start}${end}`,
      `${start}${end}\n2`,
      `${start}${start}${end}`,
    ]),
  );
  expect(texts.length).toBe(250);
  const file = await xlsxOf({ labels: ['Text'], rows: texts.map((text) => [text]) });
  const page = await xml(file, 'xl/worksheets/sheet1.xml');
  expect(page).not.toMatch(/<f[ >]/);
  const [rows] = (await readExcel(file)) as unknown as { data: unknown[][] }[];
  // The format keeps no carriage returns.
  const kept = (text: string) => text.replaceAll('\r', '').trim();
  expect(rows?.data.slice(1).map(([cell]) => kept(String(cell)))).toEqual(texts.map(kept));
});

test('a wide sheet filters all its columns', async () => {
  const labels = Array.from({ length: 54 }, (_, i) => `Column ${i}`);
  const page = await xml(await xlsxOf({ labels, rows: [labels] }), 'xl/worksheets/sheet1.xml');
  expect(page).toContain('<autoFilter ref="A1:BB2"/>');
});
