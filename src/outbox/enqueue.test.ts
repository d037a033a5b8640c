import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { commands } from '#domain/commands/commands.ts';
import { has } from '#domain/jobs/flags.ts';
import { readLane } from '#src/store/meta.ts';
import { keepReserve } from '#src/store/reserve.ts';
import { readRow } from '#src/store/rows.ts';
import { openStore, type Store } from '#src/store/store.ts';
import { StoreFailure } from '#src/store/tables/backend.ts';
import { type CrashPoint, createMemoryBackend, createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import { ann, commandsWith, fill, filledStores, openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { enqueue } from './enqueue.ts';
import { readOutbox } from './items.ts';

const hold = (store: Store, ids: number[], minute = 0) => enqueue(store, commands, 'job.hold.v1', { ids }, ann(minute));
const rate = (store: Store, id: number, value: number, minute = 0) =>
  enqueue(store, commands, 'job.edit.v1', { id, field: 'billRate', value }, ann(minute));
const isHeld = async (store: Store, id: number) => has((await readRow(store, 'job', id))?.chgMap ?? 0, 'onHold');

describe.each(filledStores)('a change queued on %s', (_engine, filled) => {
  test('[S1] a change is written to the outbox and shown on the rows at once, with the values it saw', async () => {
    const store = await filled();
    const before = (await readRow(store, 'job', 7))?.billRate;
    const queued = await rate(store, 7, 99);
    expect(queued).toMatchObject({ ok: true, value: { seq: 1, result: { done: [7] } } });
    expect((await readRow(store, 'job', 7))?.billRate).toBe(99);
    const [entry] = await readOutbox(store);
    expect(entry).toMatchObject({ seq: 1, state: 'waiting', pre: { 'job/7': { billRate: before } }, sent: false });
    expect(entry?.fingerprint).toMatch(/^[0-9a-f]{32}/);
  });

  test('[edge case 5] a later change of the same row depends on the unsent one, and saw the values that it left', async () => {
    const store = await filled();
    await rate(store, 7, 80);
    await hold(store, [7, 8]);
    await rate(store, 9, 50);
    await rate(store, 7, 81, 1);
    const entries = await readOutbox(store);
    expect(entries.map(({ dependsOn }) => dependsOn)).toEqual([[], [1], [], [1, 2]]);
    expect(entries[3]?.pre).toEqual({ 'job/7': { billRate: 80 } });
  });

  test('[edge case 27] repeating the last unsent change replaces it and keeps the values that were seen first', async () => {
    const store = await filled();
    const first = (await readRow(store, 'job', 7))?.billRate;
    await rate(store, 7, 80);
    const merged = await rate(store, 7, 81, 1);
    expect(merged).toMatchObject({ ok: true, value: { seq: 1, entry: 1 } });
    const entries = await readOutbox(store);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ args: { value: 81 }, pre: { 'job/7': { billRate: first } }, createdAt: ann(1).at });
    expect((await readRow(store, 'job', 7))?.billRate).toBe(81);
  });

  test('[edge case 27] a duration set after an unsent start date keeps the start date', async () => {
    const store = await filled();
    await enqueue(store, commands, 'job.edit.v1', { id: 7, field: 'startDate', value: '2027-02-01' }, ann());
    await enqueue(store, commands, 'job.edit.v1', { id: 7, field: 'durationDays', value: 21 }, ann(1));
    expect(await readRow(store, 'job', 7)).toMatchObject({ startDate: '2027-02-01', durationDays: 21, endDate: '2027-02-22' });
    expect(await readOutbox(store)).toHaveLength(2);
  });

  test('[edge case 27] a specialty mapped after an unsent degree of the same job keeps the degree', async () => {
    const store = await filled();
    await enqueue(store, commands, 'job.map.v1', { id: 7, kind: 'degree', mappedId: 'D-9' }, ann());
    await enqueue(store, commands, 'job.map.v1', { id: 7, kind: 'specialty', mappedId: 'S-9' }, ann(1));
    expect(await readRow(store, 'job', 7)).toMatchObject({ degreeMap: 'D-9', specialtyMap: 'S-9' });
  });

  test('[edge case 27] a sent change is never rewritten, nor one that another change follows', async () => {
    const store = await filled();
    await rate(store, 7, 80);
    await store.write(async (tx) => {
      const [entry] = await tx.list('outbox');
      if (entry) await tx.put('outbox', [{ ...entry, state: 'sending', sent: true }]);
    });
    await rate(store, 7, 81);
    await rate(store, 8, 60);
    await rate(store, 7, 82);
    expect((await readOutbox(store)).map(({ seq, args }) => [seq, (args as { value: number }).value])).toEqual([
      [1, 80],
      [2, 81],
      [3, 60],
      [4, 82],
    ]);
  });

  test('a command that refuses every row, or invalid arguments, queue nothing', async () => {
    const store = await filled();
    expect(await hold(store, [999])).toMatchObject({ ok: false, error: { kind: 'refused', code: 'not_found' } });
    expect(await hold(store, [])).toMatchObject({ ok: false, error: { kind: 'refused', code: 'invalid' } });
    expect(await readOutbox(store)).toEqual([]);
  });

  test('[edge case 37] a command that crashes parks its change outside the lane, and the next one continues', async () => {
    const store = await filled();
    const crashing = commandsWith(() => true);
    const parked = await enqueue(store, crashing, 'job.hold.v1', { ids: [7] }, ann());
    expect(parked).toMatchObject({ ok: true, value: { seq: 0, parked: { code: 'crashed' } } });
    expect(await enqueue(store, crashing, 'job.hide.v1', { ids: [7] }, ann())).toMatchObject({ ok: true, value: { seq: 1 } });
    expect((await readOutbox(store)).map(({ state }) => state)).toEqual(['parked', 'waiting']);
  });
});

test('[edge case 7] a kill before the commit leaves no entry, no number and no optimistic row', async () => {
  const disk = createMemoryDisk();
  const store = await openDeviceStore({ disk });
  await fill(store);
  let armed = false;
  const crash: CrashPoint = (where, mode) => {
    if (armed && where === 'commit' && mode === 'write') throw new Error('killed');
  };
  const dying = await openDeviceStore({ disk, crash });
  armed = true;
  await expect(hold(dying, [7])).rejects.toThrow('killed');
  expect(await readOutbox(store)).toEqual([]);
  expect((await store.read(readLane)).nextSeq).toBe(1);
  expect(await isHeld(store, 7)).toBe(false);
});

test('[edge case 7] a full device frees its reserve for the change; without a reserve, nothing is shown as saved', async () => {
  let room = Number.POSITIVE_INFINITY;
  const backend = createMemoryBackend('full');
  const limited = {
    ...backend,
    run: ((mode, tables, work) =>
      backend.run(mode, tables, async (tx) => {
        const ballast = tables.includes('ballast') ? undefined : 'held';
        if (mode === 'write' && ballast && room <= 0) throw new StoreFailure('full');
        return work({
          ...tx,
          async clear(table) {
            if (table === 'ballast' && (await tx.get('ballast', 'reserve'))) room += 1;
            await tx.clear(table);
          },
        });
      })) as typeof backend.run,
  };
  const store = await openStore(limited, storeKey, new Origin().device(new VirtualClock()));
  await fill(store);
  await keepReserve(store);
  room = 0;
  expect(await hold(store, [7])).toMatchObject({ ok: true });
  room = 0;
  expect(await hold(store, [8])).toEqual({ ok: false, error: { kind: 'storage', why: 'full' } });
  expect(await readOutbox(store)).toHaveLength(1);
  expect(await isHeld(store, 7)).toBe(true);
  expect(await isHeld(store, 8)).toBe(false);
});

test('[S1] two tabs assign one contiguous sequence of numbers', async () => {
  const disk = createMemoryDisk();
  const origin = new Origin();
  const [one, two] = [await openDeviceStore({ disk, origin }), await openDeviceStore({ disk, origin })];
  await fill(one);
  await Promise.all([hold(one, [7]), rate(two, 7, 1), hold(one, [8]), rate(two, 8, 2), hold(two, [9])]);
  const seqs = (await readOutbox(one)).map(({ seq }) => seq).sort((a, b) => a - b);
  expect(seqs).toEqual([1, 2, 3, 4, 5]);
});

test('[edge case 18] a user who impersonates another has no outbox', async () => {
  const backend = createMemoryBackend('as');
  const store = await openStore(backend, { ...storeKey, impersonation: '9' }, new Origin().device(new VirtualClock()));
  await fill(store);
  expect(await hold(store, [7])).toEqual({ ok: false, error: { kind: 'online_only' } });
});
