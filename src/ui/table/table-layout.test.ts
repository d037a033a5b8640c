import { expect, test } from 'vitest';
import { cellValue, columnsOf, sumOf } from './column.ts';
import { isHidden, laidOut, readableWidth, usualLayout, withStep } from './table-layout.ts';

type Device = { name: string; unsent: number | null; tags: string[] };
const col = columnsOf<Device>();
const rows: Device[] = [
  { name: 'iPad', unsent: 3, tags: ['ward', 'night'] },
  { name: 'Laptop', unsent: null, tags: [] },
  { name: 'Phone', unsent: 4, tags: [] },
];

test('a column moves one place at a time and stops at the ends', () => {
  expect(withStep(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(withStep(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(withStep(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
  expect(withStep(['a', 'b'], 'missing', 1)).toEqual(['a', 'b']);
});

test('a width stays within limits', () => {
  expect([readableWidth(3), readableWidth(99.6), readableWidth(9000)]).toEqual([60, 100, 640]);
});

test('a sum adds numbers and ignores unknown values', () => {
  expect(sumOf(rows, col('unsent', 'Not sent'))).toBe(7);
  expect(sumOf(rows, col('name', 'Name', { text: ({ unsent }) => (unsent ?? 0) * 2 }))).toBe(14);
});

test('an exported cell is the plain value, or the column’s own text', () => {
  const [first] = rows;
  if (!first) throw new Error('no row');
  expect(cellValue(first, col('name', 'Name'))).toBe('iPad');
  expect(cellValue(first, col('tags', 'Tags'))).toBe('ward, night');
  expect(cellValue({ ...first, unsent: null }, col('unsent', 'Not sent'))).toBeNull();
  expect(cellValue(first, col('unsent', 'Not sent', { text: ({ unsent }) => `${unsent} left` }))).toBe('3 left');
});

test('An empty column is hidden until the user shows it, and a hidden one stays hidden', () => {
  const layout = { hidden: { starts: false, days: true }, order: [], widths: {} };
  const empty = new Set(['starts', 'client']);
  expect(isHidden('client', layout, empty)).toBe(true);
  expect(isHidden('starts', layout, empty)).toBe(false);
  expect(isHidden('days', layout, empty)).toBe(true);
  expect(isHidden('name', layout, empty)).toBe(false);
});

test('the columns shown have the user’s order, the first one stays first, and unknown ones come last', () => {
  const columns = [col('name', 'Device'), col('unsent', 'Not sent'), col('tags', 'Tags', { hidden: true })];
  const keys = (layout: Parameters<typeof laidOut>[1]) => laidOut(columns, layout).map(({ key }) => key);
  expect(keys(usualLayout(columns))).toEqual(['name', 'unsent']);
  expect(keys({ hidden: { tags: false, name: true }, order: ['tags', 'name'], widths: {} })).toEqual(['name', 'tags', 'unsent']);
});
