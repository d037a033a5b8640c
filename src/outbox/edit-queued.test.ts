import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { commands } from '#domain/commands/commands.ts';
import type { Change } from '#domain/commands/kit/command.ts';
import { readRow } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import { ann, filledStores } from '#tests/doubles/sync/device-store.ts';
import { enqueue } from './enqueue.ts';
import { edit, readOutbox } from './items.ts';

const rate = (id: number, value: number) => ({ id, field: 'billRate' as const, value });
const queue = async (store: Store, ...changes: Change[]) => {
  for (const [i, { name, args }] of changes.entries()) {
    const queued = await enqueue(store, commands, name, args as never, ann(i));
    if (!queued.ok) throw new Error(queued.error.kind);
  }
};
const rateOf = async (store: Store, id: number) => (await readRow(store, 'job', id))?.billRate;
const held: Change = { name: 'job.hold.v1', args: { ids: [8] } };
const edited = (id: number, value: number): Change => ({ name: 'job.edit.v1', args: rate(id, value) });

describe.each(filledStores)('editing a queued change on %s', (_engine, filled) => {
  test('a change that was never sent keeps its place and the value it saw, and the row shows the new value', async () => {
    const store = await filled();
    await queue(store, edited(7, 80), held);
    const before = await readOutbox(store);
    const done = await edit(store, commands, before[0]?.entry ?? -1, ann(5), rate(7, 85));
    expect(done.ok).toBe(true);
    const after = await readOutbox(store);
    expect(after.map(({ seq, args }) => [seq, args])).toEqual([
      [1, rate(7, 85)],
      [2, held.args],
    ]);
    expect(after[0]?.pre).toEqual(before[0]?.pre);
    expect(after[0]?.fingerprint).not.toBe(before[0]?.fingerprint);
    expect(await rateOf(store, 7)).toBe(85);
  });

  test('a change that a later one builds on stays, and the correction comes after both', async () => {
    const store = await filled();
    await queue(store, edited(7, 80), held, edited(7, 81));
    await edit(store, commands, 1, ann(5), rate(7, 85));
    expect((await readOutbox(store)).map(({ args }) => args)).toEqual([rate(7, 80), held.args, rate(7, 85)]);
    expect(await rateOf(store, 7)).toBe(85);
  });

  test('a change that may have reached the service is never rewritten: a new one follows it', async () => {
    const store = await filled();
    await queue(store, edited(7, 80));
    await store.write(async (tx) => {
      const entries = await tx.list('outbox');
      await tx.put(
        'outbox',
        entries.map((entry) => ({ ...entry, sent: true })),
      );
    });
    await edit(store, commands, 1, ann(5), rate(7, 85));
    expect((await readOutbox(store)).map(({ args, sent }) => [args, sent])).toEqual([
      [rate(7, 80), true],
      [rate(7, 85), false],
    ]);
    expect(await rateOf(store, 7)).toBe(85);
  });

  test('another field or another row is refused, and nothing changes', async () => {
    const store = await filled();
    await queue(store, edited(7, 80), held);
    const other = await edit(store, commands, 1, ann(5), { id: 7, field: 'startDate', value: '2027-01-04' });
    expect(other).toMatchObject({ ok: false, error: { kind: 'refused', code: 'invalid' } });
    expect((await edit(store, commands, 1, ann(5), rate(9, 80))).ok).toBe(false);
    expect((await readOutbox(store)).map(({ args }) => args)).toEqual([rate(7, 80), held.args]);
  });

  test('a change that is settled meanwhile is gone', async () => {
    const store = await filled();
    expect(await edit(store, commands, 99, ann(5), rate(7, 85))).toEqual({ ok: false, error: { kind: 'gone' } });
  });
});
