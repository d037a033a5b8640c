import { expect, test } from 'vitest';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import { ownKey, sharedKey } from '#domain/job-list/map-keys.ts';
import { aTarget, aValue } from '#tests/support/factories/job-factory.ts';
import { atsValue } from '#tests/support/worlds/mapping-world.ts';
import { MapLookup } from './map-lookup.ts';

const facility = (id: number, targetId: number, extId: string, name: string): AtsValueRow =>
  atsValue(id, 'facility', name, { targetId, extId });
const text = aValue(10, 'facility', { targetId: 1, mappedId: 'E1', twins: { 2: 20 } });
const twin = aValue(20, 'facility', { targetId: 2, mappedId: null, suggestedId: 'E1', certainty: 80 });

function looked(): MapLookup {
  const lookup = new MapLookup();
  // The same id is another facility in each.
  lookup.setAts([facility(1, 1, 'E1', 'Mercy'), facility(2, 2, 'E1', 'Summit')]);
  lookup.setTargets([aTarget({ id: 1, maps: ['facility'] }), aTarget({ id: 2, maps: ['facility'], mapsItself: true })]);
  lookup.setValues([text, twin]);
  lookup.addOverrides('facility', ['E1']);
  return lookup;
}
const shown = (lookup: MapLookup) => Object.fromEntries(lookup.all('facility'));

test('columns show the first target, or the twins of one that maps for itself, under the keys that jobs carry', () => {
  const lookup = looked();
  expect(shown(lookup)).toMatchObject({ [sharedKey(10)]: { Name: 'Mercy' }, [ownKey('E1')]: { Name: 'Mercy', How: 'job' } });
  expect(Object.keys(shown(lookup))).toHaveLength(2);
  expect(lookup.seeAt(2)).toBe(true);
  expect(shown(lookup)).toMatchObject({
    [sharedKey(10)]: { Name: null, Suggestion: 'Summit', Certainty: 80 },
    [ownKey('E1')]: { Name: null, How: null },
  });
  expect(lookup.seeAt(2)).toBe(false);
  expect(lookup.seeAt(null)).toBe(true);
});

test('a changed twin changes the row of its text where it is shown, and nothing else', () => {
  const lookup = looked();
  const mapped = { ...twin, mappedId: 'E1', how: 'person' as const };
  expect(lookup.put([[20, mapped]]).facility).toMatchObject([[sharedKey(10), { Name: 'Mercy' }]]);
  lookup.seeAt(2);
  expect(lookup.put([[20, mapped]]).facility).toMatchObject([[sharedKey(10), { Name: 'Summit', How: 'person' }]]);
  expect(lookup.carried(20)).toBe(10);
  expect(lookup.ats('facility', 'E1')?.name).toBe('Mercy');
  expect(lookup.ats('facility', 'E1', 2)?.name).toBe('Summit');
  expect(lookup.ats('facility', 'E9', 2)).toBeUndefined();
});

test('a text without a twin yet is unmapped there', () => {
  const lookup = looked();
  lookup.put([[10, { ...text, twins: {} }]]);
  lookup.seeAt(2);
  expect(shown(lookup)[sharedKey(10)]).toMatchObject({ Name: null, SuggestedId: null });
});
