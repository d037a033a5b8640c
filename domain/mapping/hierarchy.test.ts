import { expect, test } from 'vitest';
import { isUnder, levelsOf } from './hierarchy.ts';

const row = (extId: string, parentId: string | null = null) => ({ extId, parentId });

test('the top is level 1, and each child is one level below its parent', () => {
  const levels = levelsOf([row('ward', 'hospital'), row('hospital', 'system'), row('system'), row('clinic')]);
  expect(Object.fromEntries(levels)).toEqual({ system: 1, clinic: 1, hospital: 2, ward: 3 });
});

test('a parent outside the list counts as none; a circle and what belongs to it have no level', () => {
  const levels = levelsOf([row('a', 'gone'), row('b', 'c'), row('c', 'b'), row('d', 'c'), row('e', 'e')]);
  expect(Object.fromEntries(levels)).toEqual({ a: 1 });
});

test('a specialty without a degree belongs to every degree, a client without a parent to none', () => {
  expect(isUnder('specialty', row('icu'), 'rn')).toBe(true);
  expect(isUnder('specialty', row('icu', 'pt'), 'rn')).toBe(false);
  expect(isUnder('facility', row('f'), 'p')).toBe(false);
  expect(isUnder('facility', row('f', 'p'), 'p')).toBe(true);
});
