import { expect, test } from 'vitest';
import { moved, type Stroke, within } from './active-cell.ts';

const size = { rows: 100, cols: 8, page: 20 };
const stroke = (key: string, more: Partial<Stroke> = {}): Stroke => ({ key, ctrl: false, shift: false, alt: false, ...more });
const from = { row: 10, col: 3 };

test('arrows move by one and stop at the edges; up from the first row leads to the header', () => {
  expect(moved(from, stroke('ArrowDown'), size)).toEqual({ row: 11, col: 3 });
  expect(moved({ row: 0, col: 0 }, stroke('ArrowUp'), size)).toEqual({ row: -1, col: 0 });
  expect(moved({ row: -1, col: 0 }, stroke('ArrowUp'), size)).toEqual({ row: -1, col: 0 });
  expect(moved({ row: 99, col: 7 }, stroke('ArrowRight'), size)).toEqual({ row: 99, col: 7 });
});

test('Home and End stay in the row; with Ctrl they go to the corners', () => {
  expect(moved(from, stroke('Home'), size)).toEqual({ row: 10, col: 0 });
  expect(moved(from, stroke('End'), size)).toEqual({ row: 10, col: 7 });
  expect(moved(from, stroke('Home', { ctrl: true }), size)).toEqual({ row: 0, col: 0 });
  expect(moved(from, stroke('End', { ctrl: true }), size)).toEqual({ row: 99, col: 7 });
});

test('a page is one screen of rows', () => {
  expect(moved(from, stroke('PageDown'), size)).toEqual({ row: 30, col: 3 });
  expect(moved(from, stroke('PageUp'), size)).toEqual({ row: 0, col: 3 });
});

test('Alt and letters do not navigate', () => {
  expect(moved(from, stroke('ArrowDown', { alt: true }), size)).toBeNull();
  expect(moved(from, stroke('x'), size)).toBeNull();
});

test('a cell that no longer exists becomes the nearest one', () => {
  expect(within({ row: 50, col: 12 }, { rows: 3, cols: 4 })).toEqual({ row: 2, col: 3 });
  expect(within({ row: 5, col: 1 }, { rows: 0, cols: 4 })).toEqual({ row: -1, col: 1 });
});
