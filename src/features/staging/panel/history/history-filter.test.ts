import { expect, test } from 'vitest';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { choicesIn, keeps, noFilter } from './history-filter.ts';

const lines = [
  { field: 'billRate', who: 'Ann Reyes', how: 'manual' },
  { field: 'billRate', who: 'Rule 4, version 2', how: 'rule' },
  { field: 'onHold', who: 'Ann Reyes', how: 'manual' },
] as const;

test('the history is filtered by field, person and kind together', () => {
  const shown = (filter: Partial<typeof noFilter>) => lines.filter((line) => keeps({ ...noFilter, ...filter }, line)).length;
  expect([shown({}), shown({ field: 'billRate' }), shown({ who: 'Ann Reyes' }), shown({ how: 'rule' })]).toEqual([3, 2, 2, 1]);
  expect(shown({ field: 'billRate', who: 'Ann Reyes' })).toBe(1);
});

test('the filters offer what the lines have, once, under its usual name', () => {
  expect(choicesIn(lines, defaultNames)).toEqual({
    field: [
      { value: 'billRate', label: 'Bill rate' },
      { value: 'onHold', label: 'On hold' },
    ],
    who: [
      { value: 'Ann Reyes', label: 'Ann Reyes' },
      { value: 'Rule 4, version 2', label: 'Rule 4, version 2' },
    ],
    how: [
      { value: 'manual', label: 'By hand' },
      { value: 'rule', label: 'Rules' },
    ],
  });
});
