import { expect, test } from 'vitest';
import { listShrinks } from './list-shrinks.ts';

test.each([
  [0, 0, false],
  [3, 1, false],
  [3, 2, true],
  [900, 300, false],
  [900, 301, true],
  [900, 450, true],
])('a list of %i values that loses %i waits for a person: %s', (held, removed, waits) => {
  expect(listShrinks(held, removed)).toBe(waits);
});
