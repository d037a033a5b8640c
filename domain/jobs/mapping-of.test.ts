import { expect, test } from 'vitest';
import { aJob, aValue, mappedValues } from '#tests/support/factories/job-factory.ts';
import { mappingOf } from './mapping-of.ts';

test('[M1] a job uses the mapping of its text, with its certainty', () => {
  expect(mappingOf(aJob(), 'facility', mappedValues())).toEqual({ id: 'A-facility', how: 'shared', certainty: 97 });
});

test('[M1] a job’s own override takes precedence over the shared mapping', () => {
  expect(mappingOf(aJob({ facilityMap: 'B-9' }), 'facility', mappedValues())).toEqual({ id: 'B-9', how: 'job', certainty: null });
});

test('an unmapped, unknown or missing text gives no mapping', () => {
  expect(mappingOf(aJob(), 'facility', new Map([[11, aValue(11, 'facility', { suggestedId: 'S-1' })]]))).toBeNull();
  expect(mappingOf(aJob(), 'facility', new Map())).toBeNull();
  expect(mappingOf(aJob({ shiftValueId: null }), 'shift', mappedValues())).toBeNull();
});
