import { expect, test } from 'vitest';
import { aJob, aValue, mappedValues } from '#tests/support/factories/job-factory.ts';
import { mappingOf } from './mapping-of.ts';

test('a job shares the mapping of its text, with its certainty', () => {
  expect(mappingOf(aJob(), 'facility', mappedValues())).toEqual({ id: 'A-facility', how: 'shared', certainty: 97 });
});

test('a job’s own override wins over the shared mapping', () => {
  expect(mappingOf(aJob({ facilityMap: 'B-9' }), 'facility', mappedValues())).toEqual({ id: 'B-9', how: 'job', certainty: null });
});

test('a text that is not mapped, unknown or absent gives no mapping', () => {
  expect(mappingOf(aJob(), 'facility', new Map([[11, aValue(11, 'facility', { suggestedId: 'S-1' })]]))).toBeNull();
  expect(mappingOf(aJob(), 'facility', new Map())).toBeNull();
  expect(mappingOf(aJob({ shiftValueId: null }), 'shift', mappedValues())).toBeNull();
});
