import { expect, test } from 'vitest';
import type { CommandName } from '#contract/commands/commands.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { aDictionaryEntry, packageWorld, savedDictionaryStep } from '#tests/support/factories/submission-factory.ts';
import { commands } from '../commands.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-28T12:00:00.000Z' };
const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';

function run(name: CommandName, args: object, { pre = {}, removed = false } = {}) {
  const rows = rowSet(packageWorld());
  if (removed) rows.put({ collection: 'submissionEntry', row: aDictionaryEntry({ removed }) });
  return runPure(commands[name] as never, args as never, pre as never, rows, ann);
}
type Save = Parameters<typeof savedDictionaryStep>[0];
const save = (over: Save = {}) => run('submissionDictionaryStep.save.v1', savedDictionaryStep(over));
const { toId: _to, ...named } = savedDictionaryStep();

test('a mapping is added and changed as a whole, and the same again changes nothing', () => {
  const id = localIdOf(ref);
  expect(save({ id, ref, fromId: 252 })).toMatchObject({
    outcome: 'applied',
    writes: [{ row: { id, ref, targetId: 152, fromId: 252, toId: 167, version: 1, by: 'Ann' } }],
  });
  expect(save()).toMatchObject({ outcome: 'applied', writes: [] });
  expect(save({ toId: 168 })).toMatchObject({ writes: [{ row: { id: 201, toId: 168, version: 2 } }] });
});

test.each([
  ['fromId', { fromId: 163 }, 'no such entry'],
  ['toId', { toId: 163 }, 'no such entry'],
  ['toId', { toId: 251 }, 'no such entry'],
  ['toId', { fromId: 168 }, 'another target'],
  ['targetId', { targetId: 153 }, 'no longer exists'],
] as [string, Save, string][])('a mapping with a wrong %s is refused at that field: %o', (field, over, words) => {
  expect(save(over)).toMatchObject({ outcome: 'rejected', code: 'invalid', field, message: expect.stringContaining(words) });
});

test('a mapping that another person saved meanwhile is a conflict of the whole row', () => {
  const pre = { 'submissionDictionaryStep/201': { version: 0 } };
  expect(run('submissionDictionaryStep.save.v1', savedDictionaryStep({ toId: 168 }), { pre })).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
});

test('a removed mapping comes back under its id, unless an entry left its list; a mapping that is gone is not changed', () => {
  expect(run('submissionDictionaryStep.remove.v1', named)).toMatchObject({
    writes: [{ row: { id: 201, purged: true, version: 2 } }],
  });
  const restored = { ...savedDictionaryStep({ id: 203 }), version: 2 };
  expect(run('submissionDictionaryStep.restore.v1', restored)).toMatchObject({
    writes: [{ row: { id: 203, fromId: 251, toId: 167, version: 3, purged: false } }],
  });
  expect(run('submissionDictionaryStep.restore.v1', restored, { removed: true })).toMatchObject({
    outcome: 'rejected',
    code: 'invalid',
    field: 'toId',
  });
  expect(save({ id: 999 })).toMatchObject({ outcome: 'rejected', code: 'gone' });
  expect(run('submissionDictionaryStep.remove.v1', { ...named, id: 999 })).toMatchObject({ outcome: 'rejected', code: 'gone' });
});
