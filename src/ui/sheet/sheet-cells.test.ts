import { expect, test } from 'vitest';
import {
  areaBetween,
  cleared,
  filledDown,
  parseBlock,
  printBlock,
  withBlock,
  withLineBelow,
  withoutLines,
} from './sheet-cells.ts';

const sheet = [
  ['RN', 'ICU', '72'],
  ['RN', '', '60'],
];
const at = (row: number, col: number, toRow = row, toCol = col) => areaBetween({ row, col }, { row: toRow, col: toCol });

test('a pasted block extends the sheet downward and is cut at the last column, and `cut` counts the lost columns', () => {
  const { cells, cut } = withBlock(sheet, at(1, 1), parseBlock('PCU\t64\tx\nER\t70\ty'), 3);
  expect(cells).toEqual([
    ['RN', 'ICU', '72'],
    ['RN', 'PCU', '64'],
    ['', 'ER', '70'],
  ]);
  expect(cut).toBe(1);
});

test('one value fills the selected area', () => {
  expect(withBlock(sheet, at(0, 1, 1, 2), [['x']], 3).cells).toEqual([
    ['RN', 'x', 'x'],
    ['RN', 'x', 'x'],
  ]);
});

test('a short line of a block leaves the remaining cells unchanged', () => {
  expect(withBlock(sheet, at(0, 0), [['LPN', 'ER'], ['CNA']], 3).cells).toEqual([
    ['LPN', 'ER', '72'],
    ['CNA', '', '60'],
  ]);
});

test('fill down repeats the first line of the area; clear empties it', () => {
  expect(filledDown(sheet, at(0, 1, 1, 1))).toEqual([
    ['RN', 'ICU', '72'],
    ['RN', 'ICU', '60'],
  ]);
  expect(cleared(sheet, at(0, 0, 0, 2))[0]).toEqual(['', '', '']);
});

test('lines are added below and removed', () => {
  expect(withLineBelow(sheet, 0, 3)).toEqual([sheet[0], ['', '', ''], sheet[1]]);
  expect(withLineBelow([], -1, 2)).toEqual([['', '']]);
  expect(withoutLines(sheet, at(0, 2))).toEqual([sheet[1]]);
});

test('cells with tabs, quotes and line breaks survive the clipboard', () => {
  const odd = [
    ['a\tb', 'says "no"'],
    ['two\nlines', ' spaced '],
  ];
  expect(parseBlock(printBlock(odd, at(0, 0, 1, 1)))).toEqual(odd);
  expect(parseBlock('x\ty\r\n1\t2\r\n')).toEqual([
    ['x', 'y'],
    ['1', '2'],
  ]);
});
