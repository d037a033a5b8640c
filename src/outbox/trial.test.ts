import { expect, test } from 'vitest';
import type { commands } from '#domain/commands/commands.ts';
import { readMeta } from '#src/store/meta.ts';
import type { Store } from '#src/store/store.ts';
import { createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import { ann, commandsWith, fill, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { enqueue } from './enqueue.ts';
import { readOutbox, withdraw } from './items.ts';
import { rebase } from './overlay.ts';
import { writeOnTrial } from './trial.ts';

class ProcessEnded extends Error {}

/**
 * A device whose process ends in the command of job 8 while `poison` is set. With the memory backend, a throw that leaves every
 * transaction behaves like a kill.
 */
async function device() {
  const clock = new VirtualClock();
  const origin = new Origin();
  const disk = createMemoryDisk();
  let poison = false;
  let ended = false;
  const healthy = commandsWith(() => false);
  const hold = healthy['job.hold.v1'];
  const apply: typeof hold.apply = (rows, args, context) => {
    if (poison && args.ids.includes(8)) ended = true;
    return hold.apply(rows, args, context);
  };
  const commands_: typeof commands = { ...healthy, 'job.hold.v1': { ...hold, apply } };
  const open = () =>
    openDeviceStore({
      disk,
      clock,
      origin,
      crash: () => {
        if (ended) throw new ProcessEnded();
      },
    });
  const store = await open();
  await fill(store);
  for (const id of [7, 8, 9]) await enqueue(store, commands_, 'job.hold.v1', { ids: [id] }, ann(id));
  poison = true;
  /** Starts the app and waits until its process ends or the rebase is complete. */
  const start = async (): Promise<'ended' | 'through'> => {
    const again = await open();
    const done = await writeOnTrial(again, commands_, (tx) => rebase(tx, commands_)).then(
      () => 'through' as const,
      (error: unknown) => {
        if (!(error instanceof ProcessEnded)) throw error;
        return 'ended' as const;
      },
    );
    ended = false;
    await clock.pass(31_000);
    return done;
  };
  return { store, start, commands: commands_, heal: () => (poison = false) };
}

const parked = async (store: Store) =>
  (await readOutbox(store)).map(({ seq, state, parked }) => [seq, state, parked?.code ?? null]);

test('[edge case 37] a change whose command ends the process is found, tried three times and parked; the others continue', async () => {
  const { store, start, commands } = await device();
  expect(await start()).toBe('ended');
  expect(await readOutbox(store)).toMatchObject([{ seq: 1 }, { seq: 2 }, { seq: 3 }]);
  expect(await start()).toBe('ended');
  expect(await start()).toBe('ended');
  expect((await readOutbox(store)).map(({ trying }) => trying)).toEqual([undefined, 2, undefined]);
  expect(await start()).toBe('through');
  expect(await parked(store)).toEqual([
    [1, 'waiting', null],
    [0, 'parked', 'crashed'],
    [2, 'waiting', null],
  ]);
  expect(await store.read((tx) => readMeta(tx, 'running'))).toBeUndefined();
  expect((await withdraw(store, commands, 3)).ok).toBe(true);
});

test('[edge case 37] a process that ended for another reason leaves the changes unmarked', async () => {
  const { store, start, heal } = await device();
  expect(await start()).toBe('ended');
  heal();
  expect(await start()).toBe('through');
  expect(await parked(store)).toEqual([
    [1, 'waiting', null],
    [2, 'waiting', null],
    [3, 'waiting', null],
  ]);
  expect((await readOutbox(store)).every(({ trying }) => trying === undefined)).toBe(true);
});

test('[edge case 37] a sent change stays in its lane: its command is not run again, and the service judges it', async () => {
  const { store, start } = await device();
  await store.write(async (tx) => {
    const all = await tx.list('outbox');
    await tx.put(
      'outbox',
      all.map((entry) => ({ ...entry, state: 'sending' as const, sent: true })),
    );
  });
  for (let i = 0; i < 3; i++) expect(await start()).toBe('ended');
  expect(await start()).toBe('through');
  expect(await readOutbox(store)).toMatchObject([
    { seq: 1, state: 'sending' },
    { seq: 2, state: 'sending', trying: 3 },
    { seq: 3, state: 'sending' },
  ]);
  expect(await start()).toBe('through');
});

test('a write without changes to run sets no marker', async () => {
  const store = await openDeviceStore();
  await fill(store);
  expect(
    await writeOnTrial(
      store,
      commandsWith(() => false),
      async () => 'done',
    ),
  ).toBe('done');
  expect(await store.read((tx) => readMeta(tx, 'running'))).toBeUndefined();
});
