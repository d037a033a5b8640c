import { strFromU8, unzipSync } from 'fflate';
import Papa from 'papaparse';
import readExcel from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import type { ExportKind } from '#contract/reports/data-exports.ts';
import type { SheetCell, SheetType } from '#domain/sheet/sheet-data.ts';
import { createPacker, type Packed } from './packer.ts';

const bodies = [
  '1+1',
  'SUM(A1)',
  'HYPERLINK("http://evil.example","a")',
  "cmd|' /C calc'!A0",
  'A1\nsecond line',
  '"',
  '1,"2"',
  '',
];
/** Texts that a spreadsheet would run, were they no texts: 250 and some. */
const formulaTexts = ['=', '+', '-', '@', '\t=', '\n=', ' =', '\uFF1D'].flatMap((start) =>
  bodies.flatMap((body) => ['', 'x', ' ', "'"].map((end) => `${start}${body}${end}`)),
);

const types: SheetType[] = ['plain', 'plain', 'date', 'instant', 'money'];
const labels = ['Text', 'Number', 'Day', 'At', 'Rate'];
const row = (text: SheetCell): SheetCell[] => [text, 7, '2026-03-08', '2026-03-08T06:59:00.000Z', 92.5];

function pack(
  kind: ExportKind,
  portions: readonly SheetCell[][][],
  zone = 'America/New_York',
): { bytes: Uint8Array; cut: number } {
  const packer = createPacker({ kind, names: ['Rows', 'Empty'], zone });
  const packed: Packed[] = [
    packer.sheet({ name: 'Rows', labels, types }),
    ...portions.map((rows) => packer.rows(rows)),
    packer.sheet({ name: 'Empty', labels: ['None'], types: [] }),
    packer.end(),
  ];
  return { bytes: new Uint8Array(Buffer.concat(packed.map(({ bytes }) => bytes))), cut: packed.at(-1)?.cut ?? 0 };
}

const sheetsOf = async (bytes: Uint8Array) =>
  (await readExcel(new Blob([Uint8Array.from(bytes)]))) as unknown as { sheet: string; data: unknown[][] }[];

test('an Excel file has all portions under a header that stays, with days, times on the clock, numbers and money', async () => {
  const { bytes } = pack('xlsx', [[row('a'), row('b')], [row('c')]]);
  const [sheet, empty] = await sheetsOf(bytes);
  expect(sheet?.data).toEqual([
    labels,
    ...['a', 'b', 'c'].map((text) => [text, 7, new Date('2026-03-08T00:00:00Z'), new Date('2026-03-08T01:59:00Z'), 92.5]),
  ]);
  expect(empty).toEqual({ sheet: 'Empty', data: [['None']] });
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(xml).toContain('<autoFilter ref="A1:E4"/>');
  expect(xml).toContain('state="frozen"');
});

test('hostile texts come back as they were, and none of them is a formula', async () => {
  const texts = [...formulaTexts, '<b>&"', 'a\u0001b', '_x0041_', 'line\r\nbreak', 'half \uD800 pair', ' spaces '];
  const { bytes } = pack('xlsx', [texts.map(row)]);
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(xml).not.toMatch(/<f[ >]/);
  expect(xml).toContain('a_x0001_b');
  expect(xml).toContain('_x005F_x0041_');
  const [sheet] = await sheetsOf(bytes);
  expect(formulaTexts.length).toBeGreaterThan(250);
  expect(sheet?.data.slice(1, formulaTexts.length + 1).map(([text]) => text)).toEqual(
    // The reader trims.
    formulaTexts.map((text) => text.trim()),
  );

  const csv = unzipSync(pack('zip', [texts.map(row)]).bytes)['rows.csv'] ?? new Uint8Array();
  const { data } = Papa.parse<string[]>(strFromU8(csv), { skipEmptyLines: true });
  const written = data.slice(1).map(([text = '']) => text);
  expect(written).toHaveLength(texts.length);
  expect(written.filter((text) => /^\s*[=+\-@\t\r]/.test(text))).toEqual([]);
});

test('a zip has a CSV for each sheet, which says that it is UTF-8', () => {
  const files = unzipSync(pack('zip', [[row('Söder, "A"')], [row(null)]]).bytes);
  expect(Object.keys(files)).toEqual(['rows.csv', 'empty.csv']);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files['rows.csv']);
  expect(text).toBe(
    '\uFEFFText,Number,Day,At,Rate\r\n"Söder, ""A""",7,2026-03-08,2026-03-08 01:59,92.5\r\n,7,2026-03-08,2026-03-08 01:59,92.5\r\n',
  );
});

test('a text that is longer than a cell of Excel is cut there and counted, and whole in a CSV', async () => {
  const long = 'x'.repeat(40_000);
  const excel = pack('xlsx', [[row(long)]]);
  expect(excel.cut).toBe(1);
  expect(String((await sheetsOf(excel.bytes))[0]?.data[1]?.[0])).toHaveLength(32_767);
  const csv = pack('zip', [[row(long)]]);
  expect(csv.cut).toBe(0);
  expect(strFromU8(unzipSync(csv.bytes)['rows.csv'] ?? new Uint8Array())).toContain(long);
});
