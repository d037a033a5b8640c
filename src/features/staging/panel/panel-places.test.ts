import { expect, test } from 'vitest';
import { fieldColumns } from '#domain/fields/field-columns.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { aboutIt, elsewhere, moreFields, ofWork } from './panel-places.ts';

test('every column of a field has exactly one place in the panel', () => {
  const usual = jobFields.filter(({ group }) => [...ofWork, ...aboutIt].includes(group)).map(({ key }) => key);
  const places = [...mapKinds, ...usual, ...elsewhere, ...moreFields.map(({ key }) => key)];
  expect(new Set(places).size).toBe(places.length);
  expect(fieldColumns.filter(({ key }) => !places.includes(key))).toEqual([]);
  expect(jobFields.filter(({ key }) => !places.includes(key))).toEqual([]);
});
