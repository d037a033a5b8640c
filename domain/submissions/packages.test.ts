import { expect, test } from 'vitest';
import { aPackage } from '#tests/support/factories/submission-factory.ts';
import { defaultPackage, packageFor, rivalPackage } from './packages.ts';

const early = '2026-11-28T09:00:00.000Z';
const late = '2026-11-28T10:00:00.000Z';

test('the default of a target is the package of the latest choice, unless that was against it', () => {
  const one = aPackage({ id: 1, isDefault: true, defaultAt: early });
  const other = aPackage({ id: 2, isDefault: true, defaultAt: late });
  expect(defaultPackage([aPackage()])).toBeUndefined();
  expect(defaultPackage([one, other])?.id).toBe(2);
  expect(defaultPackage([one, { ...other, isDefault: false }])).toBeUndefined();
  expect(defaultPackage([{ ...one, defaultAt: late }, other])?.id).toBe(2);
});

test('a pair gets the package for it, else that of its degree, else the default, else one for any degree', () => {
  const pair = aPackage({ id: 1 });
  const degree = aPackage({ id: 2, specialtyId: 0 });
  const chosen = aPackage({ id: 3, degreeId: 9, specialtyId: 9, isDefault: true, defaultAt: early });
  const any = aPackage({ id: 4, degreeId: 0, specialtyId: 0 });
  const asked = { degreeId: 161, specialtyId: 162 };
  const of = (...packages: ReturnType<typeof aPackage>[]) => packageFor(packages, asked)?.id;
  expect(of(any, chosen, degree, pair)).toBe(1);
  expect(of(any, chosen, degree)).toBe(2);
  expect(of(any, chosen)).toBe(3);
  expect(of(any)).toBe(4);
  expect(of()).toBeUndefined();
  expect(packageFor([aPackage({ id: 5, degreeId: 7, specialtyId: 0 })], asked)).toBeNull();
});

test('a second package for the pair of a target is found; the package itself is none', () => {
  const held = aPackage({ id: 1 });
  expect(rivalPackage({ ...held, id: -5 }, [held])?.id).toBe(1);
  expect(rivalPackage(held, [held])).toBeUndefined();
  expect(rivalPackage({ ...held, id: -5, specialtyId: 0 }, [held])).toBeUndefined();
});
