import { expect, test } from 'vitest';
import { expiredWords, fileWords, tooLarge, tooManyRows } from './file-words.ts';

test('a file says how many rows it has, and when it lacks some', () => {
  expect([fileWords(0, 0), fileWords(1, 1), fileWords(1200, 1200)]).toEqual([
    'The file has 0 rows.',
    'The file has 1 row.',
    'The file has 1,200 rows.',
  ]);
  expect(fileWords(10_000, 10_001)).toBe('The file has the first 10,000 of 10,001 rows. Export as CSV to get all.');
});

test('what is not made or not kept says why and what to do', () => {
  expect(tooManyRows(100_000)).toMatch(/^The report has more than 100,000 rows\. Narrow it/);
  expect(tooLarge(50)).toMatch(/larger than 50 MB\. Narrow/);
  expect(expiredWords('Rule report', 7)).toMatch(/^The file of “Rule report” was kept for 7 days\. Choose Export again/);
});
