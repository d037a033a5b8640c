import { expect, test } from 'vitest';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { aFieldMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { linesOf, takesText, usedParts } from './field-mapping.ts';

test('only if-then and constant take a text', () => {
  expect(([0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const).filter(takesText)).toEqual([4, 5]);
});

test('a line is saved without the part that its option does not use', () => {
  const both = aFieldMapping({ jobField: 'title', value: 'Nurse in [City]' });
  expect(usedParts({ ...both, option: 5 })).toMatchObject({ jobField: null, value: 'Nurse in [City]' });
  expect(usedParts({ ...both, option: 0 })).toMatchObject({ jobField: 'title', value: '' });
});

test('the sheet names no job field for a line that reads none', () => {
  const rows = [aFieldMapping({ id: 1 }), aFieldMapping({ id: 2, position: 2, option: 5, value: 'RN' })];
  const lines = linesOf(rows, { atsFields: null, typeId: 8, names: defaultNames });
  expect(lines.map(({ order, source, how }) => [order, source, how])).toEqual([
    [1, 'Title', 'Copy value'],
    [2, null, 'Constant'],
  ]);
});
