import { expect, test } from 'vitest';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { may } from './may.ts';

const holder = (...rights: RightName[]) => ({ administrator: false, authorisesEverything: false, rights: new Set(rights) });
const everyRight = Object.keys(rightIds) as RightName[];

test('an administrator passes every check', () => {
  expect(everyRight.every((right) => may({ ...holder(), administrator: true }, right))).toBe(true);
  expect(may({ ...holder(), administrator: true }, 'admin')).toBe(true);
});

test('a role that authorises everything gives every right but those of administrators', () => {
  const refused = everyRight.filter((right) => !may({ ...holder(), authorisesEverything: true }, right));
  expect(refused).toEqual(['admin.customers', 'admin.system']);
  expect(may({ ...holder(), authorisesEverything: true }, 'admin')).toBe(false);
});

test('someone without rights may use what anyone signed in may, and nothing else', () => {
  expect(may(holder(), 'session')).toBe(true);
  expect(everyRight.filter((right) => may(holder(), right))).toEqual([]);
});

test('the master mapping right stands for facility, degree and shift, not for AI mapping', () => {
  expect(everyRight.filter((right) => may(holder('map.all'), right))).toEqual([
    'map.all',
    'map.facility',
    'map.degree',
    'map.shift',
  ]);
  expect(may(holder('map.facility'), 'map.degree')).toBe(false);
});

test('an administrator’s right given to a person by mistake stays without effect', () => {
  expect(may(holder('admin.system'), 'admin.system')).toBe(false);
});
