import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { mayGiveRole } from './giving.ts';
import { type Holder, may } from './may.ts';

const everyRight = Object.keys(rightIds) as RightName[];
const anyHolder: fc.Arbitrary<Holder> = fc.record({
  administrator: fc.boolean(),
  authorisesEverything: fc.boolean(),
  rights: fc.subarray(everyRight).map((rights): ReadonlySet<RightName> => new Set(rights)),
});
const nothing: Holder = { administrator: false, authorisesEverything: false, rights: new Set() };

test('a given role never lets its holder do what the giver may not', () => {
  fc.assert(
    fc.property(anyHolder, anyHolder, (giver, role) => {
      fc.pre(mayGiveRole(giver, role));
      expect(everyRight.filter((right) => may(role, right) && !may(giver, right))).toEqual([]);
      if (may(role, 'admin')) expect(may(giver, 'admin')).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('an administrator gives every role; no one else gives an administrator’s or one that authorizes everything', () => {
  const administrator = { ...nothing, administrator: true };
  const everything = { ...nothing, authorisesEverything: true };
  expect([administrator, everything, nothing].map((role) => mayGiveRole(administrator, role))).toEqual([true, true, true]);
  expect([administrator, everything, nothing].map((role) => mayGiveRole(everything, role))).toEqual([false, false, true]);
});

test('who has the master mapping right may give a role that maps facilities, but not the other way around', () => {
  const all: Holder = { ...nothing, rights: new Set(['map.all']) };
  const facilities: Holder = { ...nothing, rights: new Set(['map.facility']) };
  expect([mayGiveRole(all, facilities), mayGiveRole(facilities, all)]).toEqual([true, false]);
});

test('a right of administrators in a role keeps others from giving it', () => {
  const role: Holder = { ...nothing, rights: new Set(['admin.system']) };
  expect(mayGiveRole({ ...nothing, rights: new Set(['admin.system']) }, role)).toBe(false);
});
