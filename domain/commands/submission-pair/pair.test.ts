import { expect, test } from 'vitest';
import type { CommandName } from '#contract/commands/commands.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { packageWorld, savedPair } from '#tests/support/factories/submission-factory.ts';
import { commands } from '../commands.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-28T12:00:00.000Z' };
const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';

const run = (name: CommandName, args: object, pre: object = {}) =>
  runPure(commands[name] as never, args as never, pre as never, rowSet(packageWorld()), ann);
const save = (over: Parameters<typeof savedPair>[0] = {}) => run('submissionPair.save.v1', savedPair(over));

test('a step is added and changed as a whole; the same again changes nothing', () => {
  const id = localIdOf(ref);
  expect(save({ id, ref, degreeId: 165, specialtyId: 0 })).toMatchObject({
    outcome: 'applied',
    writes: [{ row: { id, ref, side: 'to', degreeId: 165, specialtyId: 0, jrSpecialtyId: 101, version: 1, by: 'Ann' } }],
  });
  expect(save()).toMatchObject({ outcome: 'applied', writes: [] });
  expect(save({ jrSpecialtyId: 102 })).toMatchObject({
    writes: [{ row: { id: 181, jrSpecialtyId: 102, version: 2, by: 'Ann' } }],
  });
});

test.each([
  ['degreeId', { degreeId: 162 }, 'no such degree'],
  ['degreeId', { degreeId: 999, specialtyId: 0 }, 'no such degree'],
  ['specialtyId', { specialtyId: 161 }, 'no such specialty'],
  ['targetId', { targetId: 153 }, 'no longer exists'],
] as [string, Parameters<typeof savedPair>[0], string][])(
  'a step with a wrong %s is refused at that field',
  (field, over, words) => {
    expect(save(over)).toMatchObject({ outcome: 'rejected', code: 'invalid', field, message: expect.stringContaining(words) });
  },
);

test('a step that another person saved meanwhile is a conflict of the whole row', () => {
  expect(run('submissionPair.save.v1', savedPair({ jrDegreeId: 2 }), { 'submissionPair/181': { version: 0 } })).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
});

test('a removed step comes back under its id, unless an entry left its list; a step that is gone is not changed', () => {
  const { id, ref: none, targetId, degreeId, specialtyId } = savedPair();
  const named = { id, ref: none, targetId, degreeId, specialtyId };
  expect(run('submissionPair.remove.v1', named)).toMatchObject({ writes: [{ row: { id, purged: true, version: 2 } }] });
  expect(run('submissionPair.restore.v1', { ...savedPair({ id: 183 }), version: 2 })).toMatchObject({
    writes: [{ row: { id: 183, degreeId: 161, jrDegreeId: 1, version: 3, purged: false } }],
  });
  expect(run('submissionPair.restore.v1', { ...savedPair({ id: 183, degreeId: 166 }), version: 2 })).toMatchObject({
    outcome: 'rejected',
    field: 'degreeId',
  });
  expect(save({ id: 999 })).toMatchObject({ outcome: 'rejected', code: 'gone' });
  expect(run('submissionPair.remove.v1', { ...named, id: 999 })).toMatchObject({ outcome: 'rejected', code: 'gone' });
});
