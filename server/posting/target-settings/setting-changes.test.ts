import { expect, test } from 'vitest';
import { settingChanges } from './setting-changes.ts';

test('settings are named with their values before and after, but never an address or a list of choices', () => {
  const before = {
    ownerId: 1,
    voidReason: 'Filled',
    loginInfoUrl: 'https://ats.example/?token=abc',
    clientStatusesExclude: ['Archived'],
    orderStatus: 'Open',
  };
  const after = {
    ...before,
    ownerId: 2,
    voidReason: 'https://ats.example/?token=new',
    loginInfoUrl: 'https://ats.example/?token=def',
    clientStatusesExclude: ['Archived', 'Lost'],
    regions: [{ id: '1', name: 'West' }],
  };
  expect(settingChanges(before, after)).toEqual({
    ownerId: [1, 2],
    voidReason: ['hidden', 'hidden'],
    loginInfoUrl: ['hidden', 'hidden'],
    clientStatusesExclude: [['Archived'], ['Archived', 'Lost']],
    regions: [null, 'hidden'],
  });
});
