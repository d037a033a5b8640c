import { expect, test } from 'vitest';
import { aLabelRow } from '#tests/support/factories/label-factory.ts';
import { problemOf, removalProblem } from './label-rules.ts';

const set = { customerId: 7, targetId: 0, industryId: 1 };
const unit = aLabelRow();
const general = {
  id: 3,
  fieldKey: 'city',
  value: 'Town',
  plural: 'Towns',
  by: 'Pat',
  at: unit.at,
  targetId: null,
  industryId: 1,
};

test('a label that another field has is refused with the name of that field', () => {
  const said = (value: string, key = 'title') =>
    problemOf(set, { own: [unit], general: [general] }, { key, value, plural: null });
  expect(said('Role')).toBeNull();
  expect(said('ward ')).toEqual({ value: '“ward” is the label of Unit already. Choose a different one.' });
  expect(said('Town')).toEqual({ value: '“Town” is the label of City already. Choose a different one.' });
  expect(said('State')).toEqual({ value: '“State” is the label of another field already (state). Choose a different one.' });
  expect(said('Role', 'nothing')).toHaveProperty('key');
});

test('a label is not removed where the one that applies then is that of another field', () => {
  const floor = aLabelRow({ id: 154, fieldKey: 'title', value: 'Unit', plural: 'Units' });
  expect(removalProblem(set, { own: [unit, floor], general: [] }, 'unit')).toContain('“Unit” is the label of Title already.');
  expect(removalProblem(set, { own: [unit], general: [] }, 'unit')).toBeNull();
  expect(removalProblem(set, { own: [floor], general: [] }, 'unit')).toBeNull();
  const ofIndustry = { customerId: 0, targetId: 0, industryId: 1 };
  const town = { ...general, id: 5, fieldKey: 'county', value: 'City', plural: 'Cities' };
  expect(removalProblem(ofIndustry, { own: [], general: [general, town] }, 'city')).toContain(
    '“City” is the label of County already.',
  );
});
