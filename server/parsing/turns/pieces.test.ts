import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

test('a piece has at most 200 items, and at most 10,000 cells unless it is one item', () => {
  const sizes = (weights: readonly number[]) => piecesOf(weights, (weight) => weight).map((piece) => piece.length);
  expect(sizes([])).toEqual([]);
  expect(sizes(Array.from({ length: 450 }, () => 1))).toEqual([200, 200, 50]);
  expect(sizes([6000, 4000, 1, 20_000, 5])).toEqual([2, 1, 1, 1]);
});

test('no item is lost, and the order stays', () => {
  const items = Array.from({ length: 1001 }, (_, n) => n);
  expect(piecesOf(items, (n) => n * 10).flat()).toEqual(items);
});
