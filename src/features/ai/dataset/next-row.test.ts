import { expect, test } from 'vitest';
import { nextRow } from './next-row.ts';

const rows = [1, 2, 3, 4].map((id) => ({ id }));

test('the next row in the order of the list; after the last one the first; none without another one', () => {
  expect(nextRow(rows, new Set(), 2)).toBe(3);
  expect(nextRow(rows, new Set(), 4)).toBe(1);
  expect(nextRow([{ id: 1 }], new Set(), 1)).toBeNull();
});

test('a row that was labeled is not offered again while the list still has it without the label', () => {
  expect(nextRow(rows, new Set([1, 2, 3, 4]), 4)).toBeNull();
  expect(nextRow(rows, new Set([1, 3, 4]), 4)).toBe(2);
});

test('a row that left the list is followed by the first one', () => {
  expect(nextRow(rows, new Set([9]), 9)).toBe(1);
});
