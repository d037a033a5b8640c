import { expect, test } from 'vitest';
import { nameInDisposition } from './name-in-disposition.ts';

test.each([
  [`attachment; filename="Jobs May.csv"; filename*=UTF-8''Jobs%20M%C3%A4rz.csv`, 'Jobs März.csv'],
  ['attachment; filename="Jobs; May.csv"', 'Jobs; May.csv'],
  ['attachment; filename = jobs.csv ; size=3', 'jobs.csv'],
  [`attachment; filename*=utf-8''%E0%A4%A; filename="jobs.csv"`, 'jobs.csv'],
  [`attachment; filename*=utf-8''%E0%A4%A`, null],
  ['inline', null],
  [null, null],
  [undefined, null],
])('the file name in %s is %s', (header, name) => {
  expect(nameInDisposition(header)).toBe(name);
});
