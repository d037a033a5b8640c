import { HyperFormula } from 'hyperformula';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { refusedCsv } from '#src/entities/collect/refused-csv.ts';
import { csvOf } from '#src/workers/sheet/write-sheet.ts';

const hostileCells = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(1,1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '=1+1\nsecond line',
  '=HYPERLINK("http://evil.example","a")',
  "=cmd|' /C calc'!A0",
  '"=1+1"',
  '";=1+1',
  ',=1+1',
  '\uFF1D1+1',
  "'=1+1",
  '=1+1\r\n=2+2',
];

/** Cells that a spreadsheet would run, after it opened the CSV. Spreadsheets drop white space before a cell's text. */
function formulasIn(csv: string): string[] {
  const { data } = Papa.parse<string[]>(csv, { delimiter: ',' });
  const shown = data.map((row) =>
    row.map((cell) =>
      cell
        .trimStart()
        .replace(/^\uFF1D/, '=')
        .replace(/^[+@](?=\S)/, '='),
    ),
  );
  const width = Math.max(...shown.map(({ length }) => length));
  const sheet = HyperFormula.buildFromArray(shown, { licenseKey: 'gpl-v3' });
  const places = shown.flatMap((_, row) => Array.from({ length: width }, (_, col) => ({ sheet: 0, row, col })));
  return places.filter((place) => sheet.doesCellHaveFormula(place)).map((place) => String(sheet.getCellFormula(place)));
}

test('the engine finds the formulas of an export that escapes nothing', () => {
  expect(formulasIn(Papa.unparse(hostileCells.map((cell) => [cell]))).length).toBeGreaterThan(8);
});

test('an exported list has no formulas, in labels and in cells', async () => {
  const csv = await csvOf({ labels: hostileCells, rows: [hostileCells, [...hostileCells].reverse()] }).text();
  expect(formulasIn(csv)).toEqual([]);
});

test('the list of refused rows has no formulas', () => {
  const rows = hostileCells.map((cell, row) => ({
    row,
    problems: [{ field: cell, column: cell, value: cell, problem: cell, remedy: cell }],
  }));
  expect(formulasIn(refusedCsv(rows as Parameters<typeof refusedCsv>[0]))).toEqual([]);
});
