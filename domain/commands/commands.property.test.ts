import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { commands } from './commands.ts';
import { rowSet } from './row-set.ts';
import { runPure } from './run-pure.ts';

type AnyCommand = { [N in CommandName]: { readonly name: N; readonly args: CommandArgs<N> } }[CommandName];
const seed = Number(process.env['FUZZ_SEED'] ?? 20261121);
const hand = { by: 'Ann', at: '2026-11-20T00:00:00.000Z' };
const ids: fc.Arbitrary<number[]> = fc.constantFrom([7], [8], [7, 8], [7, 9]);
const step: fc.Arbitrary<AnyCommand> = fc.oneof(
  ...(
    [
      'job.hold.v1',
      'job.release.v1',
      'job.hide.v1',
      'job.show.v1',
      'job.cancel.v1',
      'job.reopen.v1',
      'job.clearOverrides.v1',
    ] as const
  ).map((name) => ids.map((ids): AnyCommand => ({ name, args: { ids } }))),
  ids.map((ids): AnyCommand => ({ name: 'job.post.v1', args: { ids, targetId: 1 } })),
  fc
    .record({ id: fc.constantFrom(7, 8), value: fc.option(fc.integer({ min: 0, max: 300 })) })
    .chain(({ id, value }) =>
      fc
        .constantFrom('billRate' as const, 'durationDays' as const)
        .map((field): AnyCommand => ({ name: 'job.edit.v1', args: { id, field, value } })),
    ),
  fc
    .record({
      id: fc.constantFrom(7, 8),
      field: fc.constantFrom('billRate' as const, 'durationDays' as const, 'startDate' as const),
    })
    .map((args): AnyCommand => ({ name: 'job.unlock.v1', args })),
  fc
    .record({
      id: fc.constantFrom(7, 8),
      kind: fc.constantFrom('facility' as const, 'degree' as const),
      mappedId: fc.option(fc.constantFrom('B-1', 'B-2')),
    })
    .map((args): AnyCommand => ({ name: 'job.map.v1', args })),
  fc
    .record({ mappedId: fc.option(fc.constantFrom('B-1', 'B-2')) })
    .map(({ mappedId }): AnyCommand => ({ name: 'value.map.v1', args: { ids: [11], mappedId, certainty: null } })),
);

const fresh = () =>
  rowSet([
    { collection: 'job', row: aJob() },
    { collection: 'job', row: aJob({ id: 8 }) },
    { collection: 'target', row: aTarget() },
    ...[...mappedValues().values()].map((row) => ({ collection: 'mapValue', row }) as const),
  ]);
const state = (book: ReturnType<typeof fresh>) => [book.get('job', 7), book.get('job', 8), book.get('mapValue', 11)];

function run(book: ReturnType<typeof fresh>, { name, args }: AnyCommand): number {
  const ran = runPure(commands[name], args as never, {}, book, hand);
  if (ran.outcome === 'rejected') return 0;
  for (const write of ran.writes) book.put(write);
  return ran.writes.length;
}

test('each command run twice in a row leaves the same rows as once, after any history', () => {
  let writes = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const once = fresh();
      const twice = fresh();
      for (const each of steps) {
        writes += run(once, each);
        run(twice, each);
        run(twice, each);
        expect(state(twice)).toEqual(state(once));
      }
    }),
    { seed, numRuns: 300 },
  );
  expect(writes).toBeGreaterThan(300); // not vacuous
});

test('after any manual changes, removing every lock restores the job as collected', () => {
  let edited = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const book = fresh();
      for (const each of steps) if (!each.name.startsWith('job.post')) run(book, each);
      if (Object.keys(book.get('job', 7)?.locks ?? {}).length > 0) edited++;
      for (const field of ['billRate', 'durationDays', 'startDate'] as const)
        run(book, { name: 'job.unlock.v1', args: { id: 7, field } });
      for (const name of ['job.reopen.v1', 'job.release.v1', 'job.show.v1', 'job.clearOverrides.v1'] as const)
        run(book, { name, args: { ids: [7] } });
      expect({ ...book.get('job', 7), changedAt: '' }).toEqual({ ...aJob(), changedAt: '' });
    }),
    { seed, numRuns: 300 },
  );
  expect(edited).toBeGreaterThan(50);
});
