import { expect, test } from 'vitest';
import type { CommandName } from '#contract/commands/commands.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { aSubmissionTarget, packageWorld, savedDocumentStep } from '#tests/support/factories/submission-factory.ts';
import { commands } from '../commands.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-28T12:00:00.000Z' };
const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';

function run(name: CommandName, args: object, { pre = {}, sharesDocuments = false } = {}) {
  const rows = rowSet(packageWorld());
  if (sharesDocuments)
    rows.put({ collection: 'submissionTarget', row: aSubmissionTarget({ id: 152, systemId: 61, sharesDocuments }) });
  return runPure(commands[name] as never, args as never, pre as never, rows, ann);
}
const save = (over: Parameters<typeof savedDocumentStep>[0] = {}) =>
  run('submissionDocumentStep.save.v1', savedDocumentStep(over));

test('a step has the side of its target; it is added and changed as a whole, and the same again changes nothing', () => {
  const id = localIdOf(ref);
  expect(save({ id, ref, jrDocumentId: 332 })).toMatchObject({
    outcome: 'applied',
    writes: [{ row: { id, ref, side: 'to', documentId: 163, jrDocumentId: 332, version: 1, by: 'Ann' } }],
  });
  expect(save()).toMatchObject({ outcome: 'applied', writes: [] });
  expect(save({ documentId: 164 })).toMatchObject({ writes: [{ row: { id: 191, documentId: 164, version: 2 } }] });
});

test.each([
  ['documentId', { documentId: 161 }, 'no such document'],
  ['documentId', { documentId: 166 }, 'no such document'],
  ['targetId', { targetId: 153 }, 'no longer exists'],
] as [string, Parameters<typeof savedDocumentStep>[0], string][])(
  'a step with a wrong %s is refused at that field: %o',
  (field, over, words) => {
    expect(save(over)).toMatchObject({ outcome: 'rejected', code: 'invalid', field, message: expect.stringContaining(words) });
  },
);

test('a target that shares its mapping takes no step of the customer', () => {
  const shared = { outcome: 'rejected', code: 'invalid', message: expect.stringContaining('shares its mapping') };
  const { jrDocumentId: _jr, ...named } = savedDocumentStep();
  expect(run('submissionDocumentStep.save.v1', savedDocumentStep(), { sharesDocuments: true })).toMatchObject(shared);
  expect(run('submissionDocumentStep.remove.v1', named, { sharesDocuments: true })).toMatchObject(shared);
  const restored = { ...savedDocumentStep(), version: 2 };
  expect(run('submissionDocumentStep.restore.v1', restored, { sharesDocuments: true })).toMatchObject(shared);
});

test('a step that another person saved meanwhile is a conflict of the whole row', () => {
  const pre = { 'submissionDocumentStep/191': { version: 0 } };
  expect(run('submissionDocumentStep.save.v1', savedDocumentStep({ documentId: 164 }), { pre })).toMatchObject({
    outcome: 'rejected',
    code: 'conflict',
  });
});

test('a removed step comes back under its id; a step that is gone is not changed', () => {
  const { jrDocumentId: _jr, ...named } = savedDocumentStep();
  expect(run('submissionDocumentStep.remove.v1', named)).toMatchObject({
    writes: [{ row: { id: 191, purged: true, version: 2 } }],
  });
  expect(run('submissionDocumentStep.restore.v1', { ...savedDocumentStep({ id: 193 }), version: 2 })).toMatchObject({
    writes: [{ row: { id: 193, side: 'to', documentId: 163, jrDocumentId: 331, version: 3, purged: false } }],
  });
  expect(save({ id: 999 })).toMatchObject({ outcome: 'rejected', code: 'gone' });
  expect(run('submissionDocumentStep.remove.v1', { ...named, id: 999 })).toMatchObject({ outcome: 'rejected', code: 'gone' });
});
