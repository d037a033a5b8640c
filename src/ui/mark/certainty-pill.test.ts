import { expect, test } from 'vitest';
import { certaintyBand } from './certainty-pill.tsx';

test('A certainty of exactly 80 or 90 belongs to the upper band', () => {
  expect([0, 79.99, 80, 89.99, 90, 100].map(certaintyBand)).toEqual(['low', 'low', 'middle', 'middle', 'high', 'high']);
});

test('No certainty is a band of its own, not zero', () => {
  expect(certaintyBand(null)).toBe('none');
});
