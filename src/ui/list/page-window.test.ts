import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test('few pages are all offered', () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(3, 5)).toEqual([1, 2, 3, 4, 5]);
});

test('of many pages, the pager offers the first, the last and two on either side', () => {
  expect(pageWindow(50, 100)).toEqual([1, null, 48, 49, 50, 51, 52, null, 100]);
  expect(pageWindow(1, 100)).toEqual([1, 2, 3, null, 100]);
  expect(pageWindow(100, 100)).toEqual([1, null, 98, 99, 100]);
});

test('a gap of a single page shows that page instead of dots', () => {
  expect(pageWindow(5, 100)).toEqual([1, 2, 3, 4, 5, 6, 7, null, 100]);
});
