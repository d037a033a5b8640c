import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import { type Holder, may } from './may.ts';
import { besideRole, sourceOfRight } from './right-sources.ts';

const holder = (rights: readonly RightName[], flags: Partial<Holder> = {}): Holder => ({
  administrator: false,
  authorisesEverything: false,
  rights: new Set(rights),
  ...flags,
});
const role = (...rights: readonly RightName[]) => ({ rights: new Set(rights) });

describe('where a right comes from', () => {
  test.each<[string, Holder, { rights: Set<RightName> }, RightName, object]>([
    ['the role', holder(['users.read']), role('users.read'), 'users.read', { kind: 'role' }],
    ['the person, beside the role', holder(['users.read']), role(), 'users.read', { kind: 'person' }],
    ['the right to map everything', holder(['map.all']), role('map.all'), 'map.shift', { kind: 'master', master: 'map.all' }],
    ['the role’s flag', holder([], { authorisesEverything: true }), role(), 'pay.write', { kind: 'everything' }],
    ['being an administrator', holder([], { administrator: true }), role(), 'admin.system', { kind: 'administrator' }],
    ['nowhere: taken from the person', holder([]), role('users.read'), 'users.read', { kind: 'taken' }],
    ['nowhere: never given', holder([]), role(), 'users.read', { kind: 'none' }],
    ['nowhere: for administrators only', holder(['admin.system']), role(), 'admin.system', { kind: 'administratorsOnly' }],
    [
      'nowhere: for administrators only, whatever the flag says',
      holder([], { authorisesEverything: true }),
      role('admin.system'),
      'admin.system',
      { kind: 'administratorsOnly' },
    ],
  ])('%s', (_title, person, ofRole, right, source) => {
    expect(sourceOfRight(person, ofRole, right)).toEqual(source);
  });

  test('is given exactly for the rights that the person has', () => {
    const names = Object.keys(rightIds) as RightName[];
    const some = fc.uniqueArray(fc.constantFrom(...names)).map((rights) => new Set(rights));
    const person = fc.record({ administrator: fc.boolean(), authorisesEverything: fc.boolean(), rights: some });
    fc.assert(
      fc.property(person, some, fc.constantFrom(...names), (who, ofRole, right) => {
        const { kind } = sourceOfRight(who, { rights: ofRole }, right);
        expect(!['taken', 'none', 'administratorsOnly'].includes(kind)).toBe(may(who, right));
      }),
    );
  });
});

test('rights beside a role are those that it lacks and those of it that the person lacks', () => {
  expect(besideRole([3, 5, 6], [3, 6, 17, 20])).toEqual({ added: [17, 20], taken: [5] });
  expect(besideRole([3], [3])).toEqual({ added: [], taken: [] });
});
