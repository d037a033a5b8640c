import { expect, test } from 'vitest';
import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import { aFieldMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { bullhornLines } from './bullhorn-lines.ts';
import { lineProblems, lostField } from './line-problems.ts';

const field = { label: 'Job Title', name: 'title', length: 100, type: 'String', picklistValues: [] };
const reason = { ...field, name: 'reasonClosed', label: 'Reason Closed', picklistValues: [{ value: 'Filled', label: 'Filled' }] };
const atsFields = [field, reason, { ...field, name: 'startDate', label: 'Start Date', length: null, type: 'Timestamp' }];
const found = (over: Partial<FieldMappingRow>, known = true) =>
  lineProblems(aFieldMapping(over), { typeId: 8, atsFields: known ? atsFields : null });

test('the lines that a target begins with have no problem', () => {
  for (const line of bullhornLines) expect(lineProblems(line, { typeId: 8, atsFields: null })).toEqual([]);
});

test.each<[string, Partial<FieldMappingRow>, keyof FieldMappingRow, string]>([
  ['unknown ATS field', { atsField: 'titel' }, 'atsField', 'Bullhorn has no field “titel”'],
  ['unknown product field', { jobField: 'nothing' }, 'jobField', 'Jobs have no field “nothing”'],
  ['no product field', { jobField: null }, 'jobField', 'Choose the field of the job'],
  ['mapped option of a field without mapping', { option: 1 }, 'jobField', 'takes Facility, Degree, Specialty or Shift'],
  ['option of another ATS', { option: 8 }, 'option', 'is for Avionte alone'],
  ['wrong type', { atsField: 'startDate', maxLength: null }, 'fieldType', 'Start Date is a date'],
  ['too long', { maxLength: 200 }, 'maxLength', 'Job Title holds at most 100 characters'],
  ['no choice', { atsField: 'reasonClosed', option: 5, value: 'Gone' }, 'value', 'Write one of: Filled'],
  ['broken condition', { condition: '[Titel] equal "x"' }, 'condition', 'Character 1'],
  ['if then without condition', { option: 4, value: 'x' }, 'condition', 'Write the condition'],
  ['broken calculation', { option: 5, value: '=1 +' }, 'value', 'Character 5'],
])('%s', (_, over, at, words) => {
  expect(found(over)).toMatchObject([{ field: at, message: expect.stringContaining(words) }]);
});

test('without the list of fields the rest is checked', () => {
  expect(found({ atsField: 'titel', jobField: 'nothing' }, false)).toMatchObject([{ field: 'jobField' }]);
});

test('the last line of a field that the ATS needs is named', () => {
  expect(lostField({ atsField: 'clientCorporation.id' }, [aFieldMapping()], 8)).toBe('clientCorporation');
  expect(lostField({ atsField: 'title' }, [aFieldMapping({ id: 2 })], 8)).toBeNull();
  expect(lostField({ atsField: 'customText1' }, [], 8)).toBeNull();
});
