import { expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import { aJob, aNote } from '#tests/support/factories/job-factory.ts';
import { commands } from '../commands.ts';
import { localIdOf } from '../local-id.ts';
import { rowSet } from '../row-set.ts';
import { runPure } from '../run-pure.ts';

const ann = { by: 'Ann', at: '2026-11-21T12:00:00.000Z' };
const ref = '0b7f3d4e-93c1-4d6a-9a55-5d2f7c8e1a01';
const id = localIdOf(ref);

function aDesk(withJob = true) {
  const rows = rowSet([
    ...(withJob ? [{ collection: 'job', row: aJob({ noteCount: 1 }) } as const] : []),
    { collection: 'jobNote', row: aNote() },
  ]);
  const run = <N extends CommandName>(name: N, args: CommandArgs<N>) => {
    const ran = runPure(commands[name], args, {}, rows, ann);
    if (ran.outcome === 'applied') for (const write of ran.writes) rows.put(write);
    return ran.outcome === 'applied' ? 'applied' : ran.code;
  };
  return { rows, run, count: () => rows.get('job', 7)?.noteCount };
}

const content = { id, ref, jobId: 7, authorId: 6, text: 'Ask @Ben', mentions: [{ userId: 5, name: 'Ben' }] };

test('a new note is its writer’s, and the job counts it once, also when the change runs again', () => {
  const { rows, run, count } = aDesk();
  for (const _ of [1, 2]) expect(run('jobNote.save.v1', content)).toBe('applied');
  expect(rows.get('jobNote', id)).toMatchObject({
    author: 'Ann',
    authorId: 6,
    writtenAt: ann.at,
    editedAt: null,
    mentions: content.mentions,
  });
  expect(count()).toBe(2);
});

test('an edit keeps author and time, says when it was edited, and drops mentions that left the text', () => {
  const { rows, run, count } = aDesk();
  run('jobNote.save.v1', { ...content, id: 9, ref: null, text: 'No one now' });
  expect(rows.get('jobNote', 9)).toMatchObject({
    author: 'Ben',
    authorId: 5,
    editedAt: ann.at,
    mentions: [],
    text: 'No one now',
  });
  expect(count()).toBe(1);
});

test('a removed note is not counted, and a restored one is again', () => {
  const { run, count } = aDesk();
  for (const _ of [1, 2]) run('jobNote.remove.v1', { id: 9, ref: null, jobId: 7 });
  expect(count()).toBe(0);
  const { authorId, author, text, mentions, writtenAt, editedAt } = aNote();
  const back = { id: 9, ref: null, jobId: 7, version: 2, authorId, author, text, mentions, writtenAt, editedAt };
  for (const _ of [1, 2]) expect(run('jobNote.restore.v1', back)).toBe('applied');
  expect(count()).toBe(1);
});

test('a job that is gone takes no note, and its last notes can be removed', () => {
  const { run } = aDesk(false);
  expect(run('jobNote.save.v1', content)).toBe('gone');
  expect(run('jobNote.remove.v1', { id: 9, ref: null, jobId: 7 })).toBe('applied');
});

test('a note cannot move to another job', () => {
  const { run } = aDesk();
  expect(run('jobNote.save.v1', { ...content, id: 9, ref: null, jobId: 8 })).toBe('invalid');
  expect(run('jobNote.remove.v1', { id: 9, ref: null, jobId: 8 })).toBe('invalid');
});
