import { expect, test } from 'vitest';
import { activeOf, switched } from './active-set.ts';

test('a target switched off and on again gives the set that was loaded, so that nothing is left to save', () => {
  const loaded = activeOf([
    { id: 9, isActive: true },
    { id: 4, isActive: false },
    { id: 3, isActive: true },
  ]);
  expect(loaded).toEqual([3, 9]);
  expect(switched(loaded, 3)).toEqual([9]);
  expect(switched(switched(loaded, 3), 3)).toEqual(loaded);
  expect(switched(loaded, 4)).toEqual([3, 4, 9]);
});
