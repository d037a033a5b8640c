import { expect, test } from 'vitest';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { mayPost } from '#domain/posting/may-post.ts';
import { homeTarget, mappingTargets } from '#domain/targets/home-target.ts';
import { aJob, aTarget, aValue, mappedValues } from '#tests/support/factories/job-factory.ts';
import { mappingOf, textAt, twinIds, valuesAt } from './mapping-of.ts';

const bullhorn = aTarget({ id: 1, name: 'Bullhorn', maps: ['facility'] });
const crelate = aTarget({ id: 2, name: 'Crelate', typeId: 22, maps: ['facility'], mapsItself: true });
const text = aValue(10, 'facility', { targetId: 1, mappedId: 'E1', twins: { 2: 20 } });
const twin = aValue(20, 'facility', { targetId: 2, mappedId: null });
const job = aJob({ facility: text.text, facilityValueId: 10, facilityMap: null });
const rows = (...of: MapValueRow[]) => new Map(of.map((row) => [row.id, row]));

test('a target that maps for itself has its own row of a text; others have the one that the job names', () => {
  const values = rows(text, twin);
  expect(mappingOf(job, 'facility', valuesAt(bullhorn, values))?.id).toBe('E1');
  expect(mappingOf(job, 'facility', valuesAt(crelate, values))).toBeNull();
  expect(mappingOf(job, 'facility', valuesAt(crelate, rows(text, { ...twin, mappedId: 'C7' })))?.id).toBe('C7');
  expect(textAt(crelate, values, 10)?.id).toBe(20);
  expect(twinIds(crelate, [text])).toEqual([20]);
  expect(twinIds(bullhorn, [text])).toEqual([]);
  // A text that has no twin yet has no mapping there.
  expect(mappingOf(job, 'facility', valuesAt(crelate, rows({ ...text, twins: {} })))).toBeNull();
});

test('an override counts for the first target, and never for one that maps for itself, also once texts belong to it', () => {
  const overridden = { ...job, facilityMap: 'E9' };
  const values = rows(text, { ...twin, mappedId: 'C7' });
  expect(mappingOf(overridden, 'facility', valuesAt(bullhorn, values))?.id).toBe('E9');
  expect(mappingOf(overridden, 'facility', valuesAt(crelate, values))?.id).toBe('C7');
  // Once the first target is gone, texts belong to the other one, and the override still has an ID of the first.
  const moved = { ...text, targetId: 2, mappedId: 'C7', twins: {} };
  expect(mappingOf(overridden, 'facility', valuesAt(crelate, rows(moved)))?.id).toBe('C7');
  expect(mappingOf(overridden, 'facility', valuesAt(crelate, rows({ ...moved, mappedId: null })))).toBeNull();
});

test('a row of another target is no twin', () => {
  const astray = { ...twin, targetId: 3, mappedId: 'E1' };
  expect(mappingOf(job, 'facility', valuesAt(crelate, rows(text, astray)))).toBeNull();
});

test('posting asks for the mapping of its target, and says what to do where the vendor states nothing', () => {
  const context = { recreate: false, floor: null };
  const reasons = (of: typeof job, values: Map<number, MapValueRow>) => {
    const verdict = mayPost(of, crelate, values, context);
    return verdict.ok ? [] : verdict.reasons.map(({ words }) => words);
  };
  expect(reasons(job, rows(text, twin))).toEqual([`The facility “${job.facility}” is not mapped to Crelate.`]);
  expect(reasons(job, rows(text, { ...twin, mappedId: 'C7' }))).toEqual([]);
  const silent = aJob({ facility: null, facilityValueId: null, facilityMap: 'E9' });
  expect(reasons(silent, rows(text, twin))).toEqual([
    'The vendor states no facility, and Crelate maps by the vendor’s texts: write the facility into the job.',
  ]);
});

test('texts are mapped to the first target that does not map for itself, also if it is off; without one, to the first that does', () => {
  const feed = aTarget({ id: 3, maps: [] });
  expect(homeTarget([feed, crelate, { ...bullhorn, disabled: true }])?.id).toBe(1);
  expect(homeTarget([feed, crelate])?.id).toBe(2);
  expect(homeTarget([feed])).toBeUndefined();
  const sister = aTarget({ id: 4, maps: ['facility'] });
  expect(mappingTargets([feed, bullhorn, crelate, sister]).map(({ id }) => id)).toEqual([1, 2]);
});

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
