import readExcel from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import { columnsOf } from '../table/column.ts';
import { fileNameOf, sheetOf } from './sheet-of.ts';
import { csvOf, xlsxOf } from './write-sheet.ts';

type Shift = { name: string; hours: number | null; active: boolean };
const col = columnsOf<Shift>();
const columns = [col('name', 'Shift'), col('hours', 'Hours per week'), col('active', 'Active')];
const sheet = sheetOf(columns, [
  { name: 'Nights, 12h', hours: 36, active: true },
  { name: '=HYPERLINK("http://evil.example")', hours: null, active: false },
]);

test('a file is named after its list', () => {
  expect([fileNameOf('External shifts', 'csv'), fileNameOf('Rules (active)', 'xlsx')]).toEqual([
    'external-shifts.csv',
    'rules-active.xlsx',
  ]);
});

test('CSV has a line of labels, quotes where needed, blanks for unknown values, and no formula', async () => {
  expect((await csvOf(sheet).text()).split('\r\n')).toEqual([
    'Shift,Hours per week,Active',
    '"Nights, 12h",36,true',
    `"'=HYPERLINK(""http://evil.example"")",,false`,
  ]);
});

test('an Excel file keeps numbers as numbers and texts as texts', async () => {
  const rows = await readExcel(await xlsxOf(sheet));
  const cells = JSON.stringify(rows);
  expect(cells).toContain('["Shift","Hours per week","Active"]');
  expect(cells).toContain('["Nights, 12h",36,true]');
  expect(cells).toContain('["=HYPERLINK(\\"http://evil.example\\")",null,false]');
});
