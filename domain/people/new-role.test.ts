import { expect, test } from 'vitest';
import { afterNewRole } from './new-role.ts';

const off = { getsCollectionNotices: false, getsSystemAlerts: false };

test('a new role brings its rights, and role 1 turns on notices of data collection and the system', () => {
  expect(afterNewRole({ id: 1, rights: [9, 2] }, off)).toEqual({
    rights: [2, 9],
    getsCollectionNotices: true,
    getsSystemAlerts: true,
  });
});

test('no other role turns a notice on or off', () => {
  expect(afterNewRole({ id: 3, rights: [6] }, off)).toEqual({ rights: [6], ...off });
  expect(afterNewRole({ id: 4, rights: [] }, { getsCollectionNotices: true, getsSystemAlerts: false })).toEqual({
    rights: [],
    getsCollectionNotices: true,
    getsSystemAlerts: false,
  });
});
