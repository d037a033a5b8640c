import { expect, test } from 'vitest';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { may } from './may.ts';

const holder = (...rights: RightName[]) => ({ administrator: false, authorisesEverything: false, rights: new Set(rights) });
const everyRight = Object.keys(rightIds) as RightName[];

test('an administrator passes every check', () => {
  expect(everyRight.every((right) => may({ ...holder(), administrator: true }, right))).toBe(true);
  expect(may({ ...holder(), administrator: true }, 'admin')).toBe(true);
});

test('a role that authorizes everything gives every right except those of administrators', () => {
  const refused = everyRight.filter((right) => !may({ ...holder(), authorisesEverything: true }, right));
  expect(refused).toEqual(['admin.customers', 'admin.system']);
  expect(may({ ...holder(), authorisesEverything: true }, 'admin')).toBe(false);
});

test('a user without rights may do what every signed-in user may, and nothing else', () => {
  expect(may(holder(), 'session')).toBe(true);
  expect(everyRight.filter((right) => may(holder(), right))).toEqual([]);
});

test('the master mapping right includes facility, degree and shift, but not AI mapping', () => {
  expect(everyRight.filter((right) => may(holder('map.all'), right))).toEqual([
    'map.all',
    'map.facility',
    'map.degree',
    'map.shift',
  ]);
  expect(may(holder('map.facility'), 'map.degree')).toBe(false);
});

test('an administrator’s right given to another user by mistake has no effect', () => {
  expect(may(holder('admin.system'), 'admin.system')).toBe(false);
});
