import { expect, test } from 'vitest';
import { aFacility, aValue } from '#tests/support/factories/job-factory.ts';
import { type GroupMapping, learnFromGroup } from './learned-group.ts';
import { createMatcher } from './matcher.ts';

const facility = (id: number, name: string, city: string) => aFacility(id, name, { city, state: 'CA' });
const lists = [
  facility(1, 'Alta Vista Clinic', 'Fresno'),
  facility(2, 'Bay Shore Clinic', 'Fresno'),
  facility(3, 'Bay Shore Clinic', 'Reno'),
];
const text = aValue(9, 'facility', { text: 'XQ Site 7', city: 'Fresno', state: 'CA' });
const says = (name: string, city = 'Fresno'): GroupMapping => ({ sought: text, meant: { name, city, state: 'CA' } });
const best = (group: readonly GroupMapping[], mapped: Parameters<typeof createMatcher>[1] = []) =>
  createMatcher(lists, mapped, learnFromGroup(lists, group))(text, 3)[0];

test('[M16] a text that only the group has mapped gets the group’s choice, with more certainty if more customers agree', () => {
  expect(best([])?.certainty ?? 0).toBeLessThan(80);
  expect(best([says('ALTA VISTA CLINIC')])).toMatchObject({ id: 'F1', certainty: 94 });
  expect(best([says('Alta Vista Clinic'), says('Alta Vista Clinic')])).toMatchObject({ id: 'F1', certainty: 97 });
  expect(best([says('Alta Vista Clinic')])?.reasons[0]?.detail).toEqual({ kind: 'history', times: 1, whose: 'group' });
  expect(best([says('Bay Shore Clinic', 'Reno')])?.id).toBe('F3');
});

test('[M16] the customer’s own choice comes first; a group that disagrees, or that uses a value we lack, is ignored', () => {
  const own = [{ ...text, mappedId: 'F2', how: 'person' as const, by: 'Ann' }];
  expect(best([says('Alta Vista Clinic')], own)).toMatchObject({ id: 'F2' });
  const plain = best([]);
  expect(best([says('Alta Vista Clinic'), says('Bay Shore Clinic')])).toEqual(plain);
  expect(best([says('Somewhere Else')])).toEqual(plain);
});
