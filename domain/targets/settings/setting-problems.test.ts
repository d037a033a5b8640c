import { expect, test } from 'vitest';
import { noDefaultIds, statusId, workTypeId } from './default-ids.ts';
import { kindSettings } from './setting-fields.ts';
import { kindSettingProblems } from './setting-problems.ts';

const [ctm, bullhorn, salesforce, crelate, travelNurse] = [2, 8, 9, 22, 40];

test('blank and right settings have no problems', () => {
  expect(kindSettingProblems(bullhorn, { clientWhere: '', specialtyWhere: null })).toBeNull();
  expect(kindSettingProblems(bullhorn, { clientWhere: 'status = "Active"', clientStatusesExclude: ['Archive'] })).toBeNull();
  expect(kindSettingProblems(salesforce, { degreeColumn: 'Degree__c' })).toBeNull();
});

test('each wrong setting answers at its own field', () => {
  expect(kindSettingProblems(bullhorn, { clientWhere: 'owner = 1', specialtyWhere: 'category' })).toEqual({
    clientWhere: expect.stringContaining('Expected a field (id, name, city, state, zip, status)'),
    specialtyWhere: 'Expected =, !=, in or not in at the end.',
  });
  expect(kindSettingProblems(salesforce, { degreeColumn: 'Degree__c/../User', shiftColumn: 7 })).toEqual({
    degreeColumn: 'Write the API name of the column, such as Degree__c',
    shiftColumn: 'Write shift column as text',
  });
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
    [5, 7],
    [0, 0],
    [3, 0],
    [0, 0],
  ]);
});

test('the ids of a job are those of its work type and status', () => {
  const ids = { ...noDefaultIds, defaultTravelId: 'T1', defaultPerDiemId: ' D3 ', defaultOpenId: 'open' };
  expect([1, 2, 3, null].map((workType) => workTypeId({ workType: workType as 1 }, ids))).toEqual(['T1', null, 'D3', null]);
  const statuses = ['Open', 'Cancelled', 'Filled'] as const;
  expect(statuses.map((status) => statusId({ status }, ids))).toEqual(['open', null, null]);
});
