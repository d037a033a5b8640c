import { describe, expect, test } from 'vitest';
import { readOutbox } from '#src/outbox/items.ts';
import { lockWork } from '#src/outbox/lock.ts';
import { readMeta } from '#src/store/meta.ts';
import { createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import { differences, hold, minute, onPush, rate, second, synced } from '#tests/doubles/sync/one-device.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { openTab } from '#tests/doubles/sync/tab.ts';
import type { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { answerOf, wireTo } from '#tests/doubles/sync/wire.ts';

describe('[edge case 19] changes that were sealed when their user signed out', () => {
  /** Real ciphers take real time, which the virtual clock does not measure. */
  const passing = async (clock: VirtualClock, ms: number) => {
    for (let i = 0; i < 20; i++) {
      await clock.pass(ms / 20);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const locking = async () => {
    const disk = createMemoryDisk();
    const first = await synced({ disk, locksWork: true });
    first.state.fate = onPush('lose_request');
    await hold(first.store, 7);
    await rate(first.store, 8, 4);
    await passing(first.clock, second);
    const canSeal = () => first.store.read((tx) => readMeta(tx, 'lockBox'));
    for (let i = 0; i < 50 && !(await canSeal()); i++) await passing(first.clock, second);
    first.engine.stop();
    expect(await lockWork(first.store)).toBe('sealed');
    first.state.fate = () => 'deliver';
    return { ...first, disk };
  };

  test('are opened at the next sign-in before anything is sent, and are sent once and in order', async () => {
    const { disk, open, clock, service } = await locking();
    const next = await open(disk);
    next.engine.start();
    await passing(clock, minute);
    expect(await readOutbox(next.store)).toEqual([]);
    expect([...service.ran.values()]).toEqual([1, 1]);
    expect(await differences(next.store, service)).toEqual([]);
    expect(next.engine.state()).toMatchObject({ phase: 'synced', sealed: 0, waiting: 0 });
  });

  test('wait for the key: newer changes are sent after them, and no lane is forked', async () => {
    const { disk, open, clock, service, state } = await locking();
    const next = await open(disk);
    state.fate = (path) => (path.endsWith('/lock-key') ? answerOf(404, { kind: 'not_found' }) : 'deliver');
    next.engine.start();
    await passing(clock, minute);
    expect(next.engine.state()).toMatchObject({ sealed: 2, waiting: 2 });
    expect((await hold(next.store, 9)).ok).toBe(true);
    await passing(clock, minute);
    expect(service.ran.size).toBe(0);
    state.fate = () => 'deliver';
    next.engine.resume();
    await passing(clock, minute);
    expect(service.clients.size).toBe(1);
    expect([...service.ran.values()]).toEqual([1, 1, 1]);
    expect(next.engine.state()).toMatchObject({ sealed: 0, waiting: 0, needsYou: 0 });
  });

  test('are wiped when an administrator has retired the device, and the receipt counts them', async () => {
    const { disk, open, clock, service, lane } = await locking();
    service.killed = true;
    const next = await open(disk);
    next.engine.start();
    await passing(clock, minute);
    expect(next.engine.state().wiped).toBe(true);
    expect(service.receipts).toEqual([{ clientId: lane, unsent: 2 }]);
    expect(await next.store.read((tx) => readMeta(tx, 'sealed'))).toBeUndefined();
  });
});

test('[edge case 20] the receipt of a wipe is kept until the service has accepted it', async () => {
  const { clock, store, engine, service, state, lane, disk } = await synced();
  service.killed = true;
  state.fate = (path) => (path.endsWith('/wiped') ? 'lose_request' : 'deliver');
  await hold(store, 7);
  await clock.pass(second);
  expect(engine.state().wiped).toBe(true);
  expect(await store.read((tx) => readMeta(tx, 'wiped'))).toEqual({ clientId: lane, unsent: 1 });
  state.fate = () => 'deliver';
  service.killed = false;
  const next = await openTab({ clock, origin: new Origin(), net: wireTo({ service, clock }), disk });
  next.engine.start();
  await clock.pass(second);
  expect(service.receipts).toEqual([{ clientId: lane, unsent: 1 }]);
});
