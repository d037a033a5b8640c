import { expect, test } from 'vitest';
import { fileNameOf } from '#domain/sheet/file-name.ts';
import { columnsOf } from '../table/column.ts';
import { sheetOf } from './sheet-of.ts';

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

test('a list becomes its labels and values, with blanks for unknown ones', () => {
  expect(sheet).toEqual({
    labels: ['Shift', 'Hours per week', 'Active'],
    rows: [
      ['Nights, 12h', 36, true],
      ['=HYPERLINK("http://evil.example")', null, false],
    ],
  });
});
