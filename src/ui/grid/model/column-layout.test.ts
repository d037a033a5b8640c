import { expect, test } from 'vitest';
import { arrange, type ColumnLayout, checkWidth, withMoved, withPin, withShown, withWidth } from './column-layout.ts';
import type { GridColumn } from './grid-column.ts';
import { nextSort } from './next-sort.ts';

const column = (key: string): GridColumn => ({
  key,
  label: key,
  group: 'All',
  width: 100,
  reads: [key],
  cell: () => null,
  text: () => '',
});
const columns = ['a', 'b', 'c', 'd'].map(column);
const layout: ColumnLayout = { shown: ['a', 'b', 'c', 'd'], start: ['c'], end: ['a'], widths: { b: 200 }, density: 'normal' };

test('pinned columns are at their edge, and positions count across all sections', () => {
  const sections = arrange(columns, layout);
  expect(sections.all.map((p) => p.column.key)).toEqual(['c', 'b', 'd', 'a']);
  expect(sections.all.map((p) => p.index)).toEqual([1, 2, 3, 4]);
  expect(sections.middle.map((p) => p.left)).toEqual([0, 200]);
  expect(sections.startWidth).toBe(checkWidth + 100);
});

test('a column that no longer exists is left out of a stored layout', () => {
  expect(arrange(columns, { ...layout, shown: ['a', 'gone', 'b'] }).all).toHaveLength(2);
});

test('widths stay between 60 and 640', () => {
  expect(withWidth(layout, 'b', 5).widths['b']).toBe(60);
  expect(withWidth(layout, 'b', 5000).widths['b']).toBe(640);
});

test('a pin moves from one edge to the other, never to both', () => {
  const pinned = withPin(layout, 'a', 'start');
  expect(pinned.start).toEqual(['c', 'a']);
  expect(pinned.end).toEqual([]);
  expect(withPin(pinned, 'a', null).start).toEqual(['c']);
});

test('a column can be hidden, shown last, and moved within the order', () => {
  expect(withShown(layout, 'b', false).shown).toEqual(['a', 'c', 'd']);
  expect(withShown(layout, 'a', true).shown).toEqual(['b', 'c', 'd', 'a']);
  expect(withMoved(layout, 'd', 0).shown).toEqual(['d', 'a', 'b', 'c']);
  expect(withMoved(layout, 'a', 99).shown).toEqual(['b', 'c', 'd', 'a']);
});

test('a click sorts ascending, then descending, then not; with Shift the other keys stay', () => {
  const up = nextSort([], 'a', false);
  const down = nextSort(up, 'a', false);
  expect([up, down, nextSort(down, 'a', false)]).toEqual([
    [{ key: 'a', descending: false }],
    [{ key: 'a', descending: true }],
    [],
  ]);
  expect(nextSort(up, 'b', true).map((s) => s.key)).toEqual(['a', 'b']);
  expect(nextSort(up, 'b', false).map((s) => s.key)).toEqual(['b']);
});
