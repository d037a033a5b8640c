import { expect, test } from 'vitest';
import type { RuleTable } from '#contract/rows/rule-rows.ts';
import { coveredBy, fileColumns, withColumn, withoutColumn } from './table-edits.ts';

const column = (fieldId: number) => ({ fieldId, variable: null });
const table = (lines: string[][]): RuleTable => ({ sources: [column(8), column(9)], targets: [column(20)], lines });

test('A column is added at the end of its side, and removed with its cells', () => {
  const wider = withColumn(table([['RN', 'ICU', '72']]), 'sources', column(13));
  expect(wider.lines).toEqual([['RN', 'ICU', '', '72']]);
  expect(withoutColumn(wider, 'sources', 0).lines).toEqual([['ICU', '', '72']]);
  expect(withoutColumn(wider, 'targets', 0)).toMatchObject({ targets: [], lines: [['RN', 'ICU', '']] });
});

test('A line is unreachable if an earlier line has the same or wider conditions', () => {
  const lines = [
    ['RN', 'ICU', '72'],
    ['RN', '', '60'],
    ['rn ', 'PCU', '64'],
    ['RN', 'ICU', '70'],
    ['LPN', 'PCU', '40'],
  ];
  expect(coveredBy(table(lines))).toEqual([null, null, 1, 0, null]);
});

test('A line does not cover a wider one', () => {
  expect(
    coveredBy(
      table([
        ['RN', '', '1'],
        ['', '', '2'],
        ['LPN', 'ICU', '3'],
      ]),
    ),
  ).toEqual([null, null, 1]);
});

test('Columns of a file are found by name, ignoring case', () => {
  expect(fileColumns(['Degree', 'Min Bill Rate'], ['degree ', 'rate'])).toEqual([0, null]);
});
