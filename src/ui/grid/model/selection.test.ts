import { expect, test } from 'vitest';
import { allMatching, extended, headerCheck, nothingSelected, toggled } from './selection.ts';

const chosen = (...ids: number[]) => ids.reduce(toggled, nothingSelected);

test('a toggled row is selected and becomes the anchor; toggling again deselects it', () => {
  const once = toggled(nothingSelected, 7);
  expect([...once.ids]).toEqual([7]);
  expect(once.anchor).toBe(7);
  expect([...toggled(once, 7).ids]).toEqual([]);
});

test('a range adds every row between and keeps its anchor', () => {
  const range = extended(chosen(2), [2, 3, 4], 2);
  expect([...range.ids]).toEqual([2, 3, 4]);
  expect(range.anchor).toBe(2);
});

test('a range from a row that was just deselected deselects', () => {
  const without3 = toggled(chosen(2, 3, 4, 9), 3);
  expect([...extended(without3, [3, 4], 3).ids]).toEqual([2, 9]);
});

test('“all matching” is frozen: it keeps the query and its count, and a toggle ends it', () => {
  const all = allMatching([5, 6, 7], 'is:unmapped');
  expect(all.all).toEqual({ of: 'is:unmapped', count: 3 });
  const one = toggled(all, 6);
  expect([...one.ids]).toEqual([5, 7]);
  expect(one.all).toBeNull();
});

test('the header shows “all” only if every matching row is selected', () => {
  expect(headerCheck(nothingSelected, 3, 0)).toBe('none');
  expect(headerCheck(chosen(1, 2), 3, 0)).toBe('some');
  expect(headerCheck(chosen(1, 2, 3), 3, 0)).toBe('all');
  expect(headerCheck(chosen(1, 2, 3), 3, 1)).toBe('some');
});
