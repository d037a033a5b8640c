import { expect, test } from 'vitest';
import { moved, pairWords } from './package.ts';

test('a document moves one place and stays at an end', () => {
  expect(moved([81, 82, 83], 1, -1)).toEqual([82, 81, 83]);
  expect(moved([81, 82, 83], 1, 1)).toEqual([81, 83, 82]);
  expect(moved([81, 82, 83], 0, -1)).toEqual([81, 82, 83]);
  expect(moved([81, 82, 83], 2, 1)).toEqual([81, 82, 83]);
});

test('a package says which degree and specialty it is for', () => {
  expect(pairWords({ degree: 'RN', specialty: 'ICU' })).toBe('RN, ICU');
  expect(pairWords({ degree: 'RN', specialty: '' })).toBe('RN, every specialty');
  expect(pairWords({ degree: '', specialty: 'ICU' })).toBe('Every degree, ICU');
  expect(pairWords({ degree: '', specialty: '' })).toBe('Every degree and specialty');
});
