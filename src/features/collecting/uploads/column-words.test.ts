import { expect, test } from 'vitest';
import type { ColumnReport } from '#contract/collecting/column-mapping.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { reasonOf, unreadOf } from './column-words.ts';

const column: ColumnReport = {
  column: '$wk',
  field: 'payPerWeek',
  suggested: null,
  certainty: 95,
  why: 'alias',
  seems: 'weekly gross: $/hr × Hrs/Wk',
  samples: ['2669.472'],
  filled: 3,
};

test.each<[Partial<ColumnReport>, string]>([
  [{}, 'Known name; weekly gross: $/hr × Hrs/Wk'],
  [{ why: 'name', seems: 'dates' }, 'Known name'],
  [{ why: 'similar', seems: 'dates' }, 'Similar name'],
  [{ why: 'values', seems: 'state codes' }, 'Values are state codes'],
  [{ why: 'chosen' }, 'You chose it'],
  [{ why: 'learned', certainty: 100 }, 'As in the last file like this'],
  [{ why: 'learned', certainty: 95, field: null }, 'As in the last file with this column'],
  [{ why: 'values', field: null, suggested: 'billRate' }, 'Could be Bill rate'],
  [{ why: 'none', field: null, seems: 'always “TRUE”' }, 'Always “TRUE”'],
])('%j: %s', (part, words) => {
  expect(reasonOf({ ...column, ...part }, defaultNames)).toBe(words);
});

test('unread columns are those with values and without a field', () => {
  const unread = { ...column, column: 'Type', field: null };
  expect(unreadOf([column, unread, { ...unread, filled: 0 }])).toEqual([unread]);
});
