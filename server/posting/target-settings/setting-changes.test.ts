import { expect, test } from 'vitest';
import { settingChanges } from './setting-changes.ts';

test('settings are named with their values before and after, but never an address, notes or a list of choices', () => {
  const before = {
    ownerId: 1,
    voidReason: 'Filled',
    loginInfoUrl: 'https://ats.example/?token=abc',
    clientStatusesExclude: ['Archived'],
    orderStatus: 'Open',
    notes: 'Call Ann',
  };
  const after = {
    ...before,
    ownerId: 2,
    notes: 'Call Ben',
    voidReason: 'https://ats.example/?token=new',
    loginInfoUrl: 'https://ats.example/?token=def',
    clientStatusesExclude: ['Archived', 'Lost'],
    regions: [{ id: '1', name: 'West' }],
  };
  expect(settingChanges(before, after)).toEqual({
    ownerId: [1, 2],
    notes: ['hidden', 'hidden'],
    voidReason: ['hidden', 'hidden'],
    loginInfoUrl: ['hidden', 'hidden'],
    clientStatusesExclude: [['Archived'], ['Archived', 'Lost']],
    regions: [null, 'hidden'],
  });
});
