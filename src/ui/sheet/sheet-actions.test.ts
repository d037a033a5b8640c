import { expect, test } from 'vitest';
import {
  copied,
  type Work,
  withCleared,
  withFilledDown,
  withLineAdded,
  withLinesRemoved,
  withPasted,
  withTyped,
} from './sheet-actions.ts';

const cells = [['RN'], ['LPN'], ['CNA'], ['RN']];
const work = (more: Partial<Work> = {}): Work => ({
  cells,
  width: 1,
  lines: cells.map((_, line) => line),
  at: { row: 0, col: 0 },
  anchor: { row: 0, col: 0 },
  ...more,
});
/** A filter shows the first and the last line. Both are selected. */
const filtered = work({ lines: [0, 3], anchor: { row: 1, col: 0 } });

test('lines that a filter hides between selected lines stay unchanged', () => {
  expect(withCleared(filtered).cells).toEqual([[''], ['LPN'], ['CNA'], ['']]);
  expect(withLinesRemoved(filtered).cells).toEqual([['LPN'], ['CNA']]);
  expect(withFilledDown({ ...filtered, cells: [['ER'], ['LPN'], ['CNA'], ['RN']] }).cells).toEqual([
    ['ER'],
    ['LPN'],
    ['CNA'],
    ['ER'],
  ]);
});

test('a line is added below the current one and becomes the current one', () => {
  expect(withLineAdded(work({ at: { row: 1, col: 0 } }))).toMatchObject({
    at: { row: 2, col: 0 },
    cells: [['RN'], ['LPN'], [''], ['CNA'], ['RN']],
  });
  expect(withLineAdded(work({ cells: [], lines: [] }))).toMatchObject({ at: { row: 0, col: 0 }, cells: [['']] });
});

test('a typed value moves to the next cell within the sheet; the same value is no change', () => {
  expect(withTyped(work(), 'ER', { rows: 1, cols: 0 })).toMatchObject({
    at: { row: 1, col: 0 },
    cells: [['ER'], ['LPN'], ['CNA'], ['RN']],
  });
  const same = work({ at: { row: 3, col: 0 } });
  expect(withTyped(same, 'RN', { rows: 1, cols: 0 })).toEqual({ cells, at: same.at, anchor: same.at });
});

test('copying and pasting elsewhere gives the same cells', () => {
  const text = copied(work({ anchor: { row: 1, col: 0 } }));
  expect(withPasted(work({ at: { row: 2, col: 0 }, anchor: { row: 2, col: 0 } }), text)).toMatchObject({
    cut: 0,
    cells: [['RN'], ['LPN'], ['RN'], ['LPN']],
  });
});
