import { expect, test } from 'vitest';
import type { CommandName } from '#contract/commands/commands.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { aPackage, packageWorld, savedPackage } from '#tests/support/factories/submission-factory.ts';
import { commands } from '../commands.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-28T12:00:00.000Z' };
const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';

const run = (name: CommandName, args: object, pre: object = {}) =>
  runPure(commands[name] as never, args as never, pre as never, rowSet(packageWorld()), ann);
const save = (over: Parameters<typeof savedPackage>[0] = {}) => run('submissionPackage.save.v1', savedPackage(over));

test('a package is added and changed as a whole; the same again changes nothing', () => {
  const id = localIdOf(ref);
  expect(save({ id, ref, degreeId: 165, specialtyId: 0 })).toMatchObject({
    outcome: 'applied',
    writes: [{ row: { id, ref, degreeId: 165, isDefault: false, defaultAt: null, version: 1, by: 'Ann' } }],
  });
  expect(save()).toMatchObject({ outcome: 'applied', writes: [] });
  expect(save({ documents: [164] })).toMatchObject({ writes: [{ row: { id: 171, documents: [164], version: 2, by: 'Ann' } }] });
  expect(save({ isDefault: true })).toMatchObject({ writes: [{ row: { isDefault: true, defaultAt: ann.at } }] });
});

test.each([
  ['degreeId', { degreeId: 162 }, 'no such degree'],
  ['degreeId', { degreeId: 999, specialtyId: 0 }, 'no such degree'],
  ['specialtyId', { specialtyId: 161 }, 'no such specialty'],
  ['specialtyId', { degreeId: 165 }, 'another degree'],
  ['documents', { documents: [163, 163] }, 'once'],
  ['documents', { documents: [161] }, 'not in the list'],
  ['documents', { documents: [166] }, 'not in the list'],
  ['targetId', { targetId: 153 }, 'no longer exists'],
] as [string, Parameters<typeof savedPackage>[0], string][])(
  'a package with a wrong %s is refused at that field',
  (field, over, words) => {
    expect(save(over)).toMatchObject({
      outcome: 'rejected',
      code: 'invalid',
      field,
      message: expect.stringContaining(words),
    });
  },
);

test('a package that another person saved meanwhile is a conflict of the whole row', () => {
  const pre = { 'submissionPackage/171': { version: 0 } };
  const ran = runPure(commands['submissionPackage.save.v1'], savedPackage({ note: 'Three' }), pre, rowSet(packageWorld()), ann);
  expect(ran).toMatchObject({ outcome: 'rejected', code: 'conflict' });
});

test('a removed package comes back with its documents and its choice of the default', () => {
  expect(run('submissionPackage.remove.v1', { id: 172, ref: null, targetId: 152 })).toMatchObject({
    writes: [{ row: { id: 172, purged: true, version: 2 } }],
  });
  const { id, targetId, degreeId, specialtyId, documents, note } = aPackage({ id: 173, degreeId: 165, specialtyId: 0 });
  const restored = { id, ref: null, version: 2, targetId, degreeId, specialtyId, documents, note, isDefault: true };
  expect(run('submissionPackage.restore.v1', { ...restored, defaultAt: '2999-01-01T00:00:00.000Z' })).toMatchObject({
    writes: [{ row: { id, documents, isDefault: true, defaultAt: ann.at, version: 3, purged: false } }],
  });
  expect(run('submissionPackage.restore.v1', { ...restored, targetId: 153, defaultAt: null })).toMatchObject({
    outcome: 'rejected',
    field: 'targetId',
  });
  expect(save({ id: 999 })).toMatchObject({ outcome: 'rejected', code: 'gone' });
});
