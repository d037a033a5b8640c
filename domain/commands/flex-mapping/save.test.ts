import { expect, test } from 'vitest';
import { aFlexMapping } from '#tests/support/factories/field-mapping-factory.ts';
import { aTarget } from '#tests/support/factories/job-factory.ts';
import { substitutionProblem } from '../../rules/substitute.ts';
import { commands } from '../commands.ts';
import { beforeImages } from '../kit/before-images.ts';
import type { RowWrite } from '../kit/command.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const save = commands['flexMapping.save.v1'];
const ann = { by: 'Ann', at: '2026-11-21T12:00:00.000Z', patternProblem: substitutionProblem };
const { jobFields, atsFields, lines } = aFlexMapping();
const said = { id: 1, jobFields, atsFields, lines };
const none = { id: 1, jobFields: [], atsFields: [], lines: [] };
const rows = (...held: readonly RowWrite[]) => rowSet([{ collection: 'target', row: aTarget({ typeId: 8 }) }, ...held]);
const run = (book: ReturnType<typeof rows>, args: typeof said | typeof none, version: number | null = null) => {
  const ran = runPure(save, args, { 'flexMapping/1': { version } }, book, ann);
  if (ran.outcome === 'applied') {
    const before = beforeImages(ran.writes, book);
    for (const write of ran.writes) book.put(write);
    return { ran, undo: save.inverse === 'none' ? [] : save.inverse(args, before) };
  }
  return { ran, undo: [] };
};

test('the first save creates the row with the id of its target; its undo removes it', () => {
  const book = rows();
  const { ran, undo } = run(book, said);
  expect(ran).toMatchObject({ outcome: 'applied', writes: [{ row: { ...said, version: 1, by: 'Ann', purged: false } }] });
  expect(undo).toEqual([{ name: 'flexMapping.save.v1', args: none }]);
});

test('a changed line has the lines before as its undo; without fields the row is removed', () => {
  const book = rows({ collection: 'flexMapping', row: aFlexMapping() });
  const changed = { ...said, lines: [{ when: ['*'], give: ['East'] }] };
  expect(run(book, changed, 1).undo).toEqual([{ name: 'flexMapping.save.v1', args: said }]);
  expect(run(book, none, 2).undo).toEqual([{ name: 'flexMapping.save.v1', args: changed }]);
  expect(book.get('flexMapping', 1)).toMatchObject({ purged: true, lines: [] });
});

test('a target without a field mapping has no flex mapping', () => {
  const book = rowSet([{ collection: 'target', row: aTarget({ typeId: 4, name: 'Feed' }) }]);
  expect(run(book, said).ran).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('What Feed gets') });
});
