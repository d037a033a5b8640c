import { expect, test } from 'vitest';
import { columnsOf } from './column.ts';
import { emptyColumns } from './empty-columns.ts';

type Shift = { name: string; starts: string | null; days: number | null; active: boolean; tags: string[]; client: string };
const col = columnsOf<Shift>();
const shift: Shift = { name: 'Nights', starts: null, days: null, active: false, tags: [], client: '' };
const columns = [
  col('name', 'Shift'),
  col('starts', 'Starts'),
  col('days', 'Days'),
  col('active', 'Active'),
  col('tags', 'Tags'),
  col('client', 'Client'),
];
const empty = (whole: readonly Shift[] | null, shown = whole ?? []) => [...emptyColumns(columns, whole, shown)];

test('Columns without a value in any row are empty; 0 and no are values', () => {
  expect(empty([shift, shift])).toEqual(['starts', 'days', 'tags', 'client']);
  expect(empty([shift, { ...shift, days: 0, tags: ['x'] }])).toEqual(['starts', 'client']);
});

test('The page does not decide: a value on another page keeps its column, and unknown pages keep all columns', () => {
  expect(empty([shift, { ...shift, starts: '07:00' }], [shift])).not.toContain('starts');
  expect(empty(null, [shift])).toEqual([]);
});

test('A filter without rows changes nothing, and no rows hide nothing', () => {
  expect(empty([shift], [])).toEqual(['starts', 'days', 'tags', 'client']);
  expect(empty([])).toEqual([]);
});

test('A row that is newer than the known ones shows its column', () => {
  expect(empty([shift], [{ ...shift, client: 'Mercy' }])).not.toContain('client');
});

test('A cell with a control or a mark is not empty, a cell with a dash is', () => {
  const cells = [
    col('name', 'Shift'),
    col('starts', 'Starts', { cell: () => '—' }),
    col('days', 'Days', { cell: () => 'Not mapped' }),
  ];
  expect([...emptyColumns(cells, [shift], [shift])]).toEqual(['starts']);
  expect([...emptyColumns([col('starts', 'Starts')], [shift], [shift])]).toEqual([]);
});
