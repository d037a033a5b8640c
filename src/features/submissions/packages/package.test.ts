import { expect, test } from 'vitest';
import { localIdOf } from '#domain/commands/local-id.ts';
import { aPackage, submissionEntries } from '#tests/support/factories/submission-factory.ts';
import { blankPackage, choicesOf, moved, packageAt, packageLines, pairWords } from './package.ts';
import { draftOf, draftSchema } from './package-draft.ts';

const targets = [{ id: 152, name: 'Coastal Trio' }];
const entries = submissionEntries();
const lines = (...rows: ReturnType<typeof aPackage>[]) => packageLines(rows, entries, targets);

test('a document moves one place and stays at an end', () => {
  expect(moved([81, 82, 83], 1, -1)).toEqual([82, 81, 83]);
  expect(moved([81, 82, 83], 1, 1)).toEqual([81, 83, 82]);
  expect(moved([81, 82, 83], 0, -1)).toEqual([81, 82, 83]);
  expect(moved([81, 82, 83], 2, 1)).toEqual([81, 82, 83]);
});

test('a package says which degree and specialty it is for', () => {
  expect(pairWords({ degree: 'RN', specialty: 'ICU' })).toBe('RN, ICU');
  expect(pairWords({ degree: 'RN', specialty: '' })).toBe('RN, every specialty');
  expect(pairWords({ degree: '', specialty: 'ICU' })).toBe('Every degree, ICU');
  expect(pairWords({ degree: '', specialty: '' })).toBe('Every degree and specialty');
});

test('lines have the names of this device; removed packages, removed documents and packages of removed targets are left out', () => {
  const [line, ...others] = lines(
    aPackage({ documents: [164, 166, 163] }),
    aPackage({ id: 172, purged: true }),
    aPackage({ id: 173, targetId: 999 }),
  );
  expect(line).toMatchObject({ target: 'Coastal Trio', pair: 'RN, ICU', documents: [164, 163], count: 2, isDefault: false });
  expect(others).toEqual([]);
  const chosen = lines(
    aPackage({ isDefault: true, defaultAt: '2026-11-28T09:00:00.000Z' }),
    aPackage({ id: 172, degreeId: 0, isDefault: true, defaultAt: '2026-11-28T10:00:00.000Z' }),
  );
  expect(chosen.map(({ isDefault }) => isDefault)).toEqual([false, true]);
});

test('a package is found by its id, and by the id that this device gave it', () => {
  const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
  const held = lines(aPackage({ ref }));
  expect(packageAt(held, 171)?.id).toBe(171);
  expect(packageAt(held, localIdOf(ref))?.id).toBe(171);
  expect(packageAt(held, 7)).toBeUndefined();
});

test('the choices are what the target lists now; a degree leaves its own specialties', () => {
  const names = (degreeId: number) => choicesOf(entries, 152, degreeId);
  expect(names(0).degrees.map(({ name }) => name)).toEqual(['LPN', 'RN']);
  expect(names(161).specialties.map(({ name }) => name)).toEqual(['ICU']);
  expect(names(165).specialties).toEqual([]);
  expect(names(0).documents.map(({ name }) => name)).toEqual(['BLS', 'Resume']);
  expect(choicesOf(entries, 151, 0).degrees).toEqual([]);
});

test('the form says at the field what is wrong, also that another package is for the pair', () => {
  const held = lines(aPackage());
  const [one = blankPackage] = held;
  const parse = (id: number, over: object) => draftSchema(id, held, entries).safeParse({ ...draftOf(one), ...over });
  const pathOf = (parsed: ReturnType<typeof parse>) => parsed.error?.issues[0]?.path;
  expect(parse(171, {}).success).toBe(true);
  expect(pathOf(parse(-5, {}))).toEqual(['degreeId']);
  expect(parse(-5, {}).error?.issues[0]?.message).toBe('Coastal Trio has a package for RN, ICU already. Change that one.');
  expect(pathOf(parse(171, { documents: [] }))).toEqual(['documents']);
  expect(pathOf(parse(171, { degreeId: '165' }))).toEqual(['specialtyId']);
  expect(pathOf(parse(171, { targetId: '' }))).toEqual(['targetId']);
});
