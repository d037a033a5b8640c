import { expect, test } from 'vitest';
import { tabScroll } from './tab-scroll.ts';

const row = { left: 16, width: 358 };

test.each<[string, { left: number; width: number }, number, number]>([
  ['a tab in sight stays where it is', { left: 100, width: 80 }, 0, 0],
  ['a tab beyond the end comes in, with a part of the next one', { left: 340, width: 80 }, 0, 340 + 80 + 32 - 374],
  ['a tab before the start comes in, with a part of the one before', { left: -60, width: 80 }, 200, 200 - 76 - 32],
  ['the first tab shows the start of the row', { left: -84, width: 70 }, 100, 0],
  ['a tab wider than the row shows its start', { left: 200, width: 400 }, 0, 200 - 16 - 32],
])('%s', (_what, tab, scrolled, expected) => {
  expect(tabScroll(row, tab, scrolled)).toBe(expected);
});
