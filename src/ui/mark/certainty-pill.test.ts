import { expect, test } from 'vitest';
import { certaintyBand } from './certainty-pill.tsx';

test('The bands meet at 80 and 90, the upper one owning its limit', () => {
  expect([0, 79.99, 80, 89.99, 90, 100].map(certaintyBand)).toEqual(['low', 'low', 'middle', 'middle', 'high', 'high']);
});

test('No certainty is a band of its own, not zero', () => {
  expect(certaintyBand(null)).toBe('none');
});
