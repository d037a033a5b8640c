import { expect, test } from 'vitest';
import { noDefaultIds, workTypeId } from './default-ids.ts';
import { kindSettings } from './setting-fields.ts';
import { kindSettingProblems } from './setting-problems.ts';

const [ctm, bullhorn, salesforce, crelate, travelNurse] = [2, 8, 9, 22, 40];

test('blank and right settings have no problems', () => {
  expect(kindSettingProblems(bullhorn, { clientWhere: '', specialtyWhere: null })).toBeNull();
  expect(kindSettingProblems(bullhorn, { clientWhere: 'status = "Active"', clientStatusesExclude: ['Archive'] })).toBeNull();
  expect(kindSettingProblems(ctm, { defaultTravelId: 'LT' })).toBeNull();
});

test('each wrong setting answers at its own field', () => {
  expect(kindSettingProblems(bullhorn, { clientWhere: 'owner = 1', specialtyWhere: 'category' })).toEqual({
    clientWhere: expect.stringContaining('Expected a field (id, name, city, state, zip, status)'),
    specialtyWhere: 'Expected =, !=, in or not in at the end.',
  });
  expect(kindSettingProblems(travelNurse, { defaultTravelId: 7 })).toEqual({ defaultTravelId: 'Write travel as text' });
});

test('CTM takes long-term orders only or shifts only, never both', () => {
  expect(kindSettingProblems(ctm, { onlyLongTermOrders: true, onlyShifts: true })).toHaveProperty('onlyShifts');
  expect(kindSettingProblems(ctm, { onlyLongTermOrders: true, onlyShifts: false })).toBeNull();
});

test('a kind shows only settings that it reads', () => {
  const names = (typeId: number) => {
    const { defaults, custom } = kindSettings(typeId);
    return [defaults.length, custom.length];
  };
  expect([ctm, bullhorn, salesforce, crelate, travelNurse, 4].map(names)).toEqual([
    [4, 0],
    [0, 3],
    [0, 0],
    [0, 0],
    [3, 0],
    [0, 0],
  ]);
});

test('the id of a job is the one of its work type', () => {
  const ids = { ...noDefaultIds, defaultTravelId: 'T1', defaultPerDiemId: ' D3 ' };
  expect([1, 2, 3, null].map((workType) => workTypeId({ workType: workType as 1 }, ids))).toEqual(['T1', null, 'D3', null]);
});
