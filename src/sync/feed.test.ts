import { describe, expect, test } from 'vitest';
import { collectionNames } from '#contract/rows/rows.ts';
import { commands } from '#domain/commands/commands.ts';
import { forkLane } from '#src/outbox/fork.ts';
import { readJournal, readOutbox } from '#src/outbox/items.ts';
import { hasArrived, hasArrivedWhole } from '#src/store/arrival.ts';
import { readFeed, readLane } from '#src/store/meta.ts';
import { readRow, scan } from '#src/store/rows.ts';
import { createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import type { ModelService } from '#tests/doubles/sync/model-service.ts';
import { differences, hold, minute, oneDevice, onPush, rate, second, states, synced } from '#tests/doubles/sync/one-device.ts';
import { answerOf } from '#tests/doubles/sync/wire.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { handshake, lanesAgree } from './hello.ts';
import { pull } from './pull.ts';
import { loadSnapshot } from './snapshot.ts';
import type { SyncPorts } from './transport/ports.ts';

describe('[S4] the feed', () => {
  test('a poke brings other users’ changes and deletions in one chain of pages', async () => {
    const { clock, service, store, paths } = await synced();
    service.pageRows = 2;
    for (const id of [20, 21, 22, 23, 24]) service.put('job', aJob({ id, providerJobId: `HV-${id}` }));
    service.remove('job', 8);
    const pulls = paths('/pull').length;
    await clock.pass(12 * second);
    expect(await differences(store, service)).toEqual([]);
    expect(paths('/pull').length - pulls).toBe(3);
  });

  test('without pokes the safety poll brings them within 80 s', async () => {
    const { clock, service, store, state, engine } = await oneDevice();
    state.fate = (path) => (path.endsWith('/live') ? 'lose_request' : 'deliver');
    engine.start();
    await clock.pass(second);
    service.put('job', aJob({ id: 20 }));
    await clock.pass(81 * second);
    expect(await differences(store, service)).toEqual([]);
  });

  test.each<[string, (service: ModelService) => void]>([
    ['another epoch', (service) => void (service.epoch = 'e2')],
    ['a revision behind ours', (service) => void (service.rev -= 1)],
  ])('%s: a snapshot replaces the rows, and local changes stay on top', async (_, upset) => {
    const { clock, service, store, state, engine } = await synced();
    state.fate = onPush('lose_request');
    await rate(store, 7, 50);
    service.remove('job', 9);
    await clock.pass(20 * second);
    upset(service);
    engine.retryNow();
    await clock.pass(20 * second);
    expect(service.snapshotsGiven).toBe(2);
    expect((await readRow(store, 'job', 7))?.billRate).toBe(50);
    expect((await scan(store, 'job')).map(({ id }) => id)).toEqual([7, 8]);
  });

  test('when rights change, rows are removed before anything else is shown, then the permitted rows return', async () => {
    const { clock, service, store, state, engine } = await synced();
    state.fate = (path) => (path.endsWith('/snapshot') ? 'lose_request' : 'deliver');
    service.scope = 's2';
    service.remove('job', 9);
    engine.retryNow();
    await clock.pass(second);
    expect(await scan(store, 'job')).toEqual([]);
    state.fate = () => 'deliver';
    engine.retryNow();
    await clock.pass(second);
    expect(await differences(store, service)).toEqual([]);
  });

  test('a snapshot that breaks off shows the rows that arrived and is loaded again', async () => {
    const { clock, service, store, state, engine } = await oneDevice();
    state.fate = (path) => {
      if (!path.endsWith('/snapshot')) return 'deliver';
      const lines = service.snapshot('').map((line) => JSON.stringify(line));
      return answerOf(200, lines.slice(0, -1).join('\n'));
    };
    engine.start();
    await clock.pass(300);
    expect((await store.read(readFeed)).since).toBeNull();
    expect((await scan(store, 'job')).length).toBe(3);
    expect(await hasArrived(store)).toBe(false);
    // The lists before the jobs are complete; the jobs may not be.
    expect(await hasArrivedWhole(store, 'target')).toBe(true);
    expect(await hasArrivedWhole(store, 'job')).toBe(false);
    // Their feed is another one.
    expect(await hasArrivedWhole(store, 'crawler')).toBe(false);
    state.fate = () => 'deliver';
    await clock.pass(20 * second);
    expect((await store.read(readFeed)).since).toBe(service.rev);
    expect(await hasArrived(store)).toBe(true);
    expect(await differences(store, service)).toEqual([]);
  });

  test('the end of a snapshot is reported for every collection, even those without rows, so that empty results are read again', async () => {
    const { clock, store, engine } = await oneDevice();
    const told = new Set<string>();
    store.watch(({ changes }) => changes.forEach(({ collection }) => told.add(collection)));
    engine.start();
    await clock.pass(20 * second);
    expect(await hasArrived(store)).toBe(true);
    expect([...told].sort()).toEqual([...collectionNames].sort());
  });
});

test('when the service changes a row under a local change, both are shown until the service has judged the local change', async () => {
  const { clock, service, store, state } = await synced();
  state.fate = onPush('lose_request');
  await rate(store, 7, 50);
  service.put('job', aJob({ id: 7, chargeRate: 61 }));
  await clock.pass(20 * second);
  expect(await readRow(store, 'job', 7)).toMatchObject({ billRate: 50, chargeRate: 61 });
});

describe('two tabs at once', () => {
  /** A network that holds back the answers of one path until they are released. */
  const delayed = (ports: SyncPorts, path: string) => {
    let letGo = () => {};
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const send: SyncPorts['net']['send'] = async (request) => {
      const answer = await ports.net.send(request);
      if (request.path.includes(path)) await gate;
      return answer;
    };
    return { ports: { ...ports, net: { send } }, letGo: () => letGo() };
  };
  const never = new AbortController().signal;

  test('an older page that arrives late reverts nothing', async () => {
    const { clock, service, store, ports } = await synced();
    service.put('job', aJob({ id: 7, chargeRate: 61 }));
    const slow = delayed(ports, '/pull');
    const pulling = pull(slow.ports, commands, never);
    await clock.pass(second);
    service.put('job', aJob({ id: 7, chargeRate: 62 }));
    const other = pull(ports, commands, never);
    await clock.pass(second);
    await other;
    slow.letGo();
    await pulling;
    expect((await readRow(store, 'job', 7))?.chargeRate).toBe(62);
    expect((await store.read(readFeed)).since).toBe(service.rev);
  });

  test('[edge case 15] a late handshake answer does not fork a lane that has advanced meanwhile', async () => {
    const { clock, store, ports } = await synced();
    const slow = delayed(ports, '/hello');
    const greeting = handshake(slow.ports, { label: 'test', appVersion: '1', persisted: async () => true });
    await clock.pass(second);
    await hold(store, 7);
    await clock.pass(20 * second);
    expect((await store.read(readLane)).acked).toBe(1);
    slow.letGo();
    const verdict = await greeting;
    expect(verdict.kind === 'reply' && (await lanesAgree(ports, verdict.value))).toBe(true);
  });

  test('a snapshot is not applied when another tab has pulled past it', async () => {
    const { clock, service, store, ports } = await synced();
    const slow = delayed(ports, '/snapshot');
    const loading = loadSnapshot(slow.ports, commands, () => {}, never);
    await clock.pass(second);
    service.put('job', aJob({ id: 7, chargeRate: 62 }));
    const other = pull(ports, commands, never);
    await clock.pass(second);
    await other;
    slow.letGo();
    expect(await loading).toEqual({ kind: 'overtaken' });
    expect((await readRow(store, 'job', 7))?.chargeRate).toBe(62);
  });
});

test('[edge case 16] after the service is restored to an earlier day, the next handshake sends the lost changes again', async () => {
  const { clock, service, store, engine } = await synced();
  await hold(store, 7);
  await hold(store, 8);
  await clock.pass(20 * second);
  const [client] = service.clients.values();
  client?.results.delete(2);
  if (client) client.last = 1;
  service.put('job', aJob({ id: 8, providerJobId: 'HV-8' }));
  service.epoch = 'restored';
  engine.resume();
  await clock.pass(minute);
  expect((await readOutbox(store)).map(({ entry, parked }) => [entry, parked?.code])).toEqual([[2, 'lost']]);
  expect(engine.state()).toMatchObject({ phase: 'needs-you', needsYou: 1 });
  expect(await differences(store, service)).toEqual([]);
});

test('[edge case 16] after a restore under a running device, the lost changes are sent again without a restart', async () => {
  const { clock, service, store } = await synced();
  await hold(store, 7);
  await clock.pass(20 * second);
  service.clients.clear();
  service.put('job', aJob({ id: 7, providerJobId: 'HV-7' }));
  service.epoch = 'restored';
  await clock.pass(2 * minute);
  expect((await readOutbox(store)).map(({ parked }) => parked?.code)).toEqual(['lost']);
  expect(await differences(store, service)).toEqual([]);
});

test('[edge case 16] when the service lost its last commits in the same epoch, an acknowledged change does not wait forever', async () => {
  const { clock, service, store } = await synced();
  const before = structuredClone(service.get('job', 7));
  await hold(store, 7);
  await clock.pass(200);
  const [client] = service.clients.values();
  client?.results.clear();
  if (client && before) {
    client.last = 0;
    service.put('job', before);
  }
  await clock.pass(2 * minute);
  expect((await readOutbox(store)).map(({ parked }) => parked?.code)).toEqual(['lost']);
  expect(await differences(store, service)).toEqual([]);
});

test('[edge case 16] when a restored service lost changes of a lane that this device has replaced, they are sent again too', async () => {
  const { clock, service, store } = await synced();
  await hold(store, 7);
  await clock.pass(20 * second);
  const before = aJob({ id: 7, providerJobId: 'HV-7' });
  await store.write((tx) => forkLane(tx, commands, 'another-lane-of-this-device', null));
  await rate(store, 8, 5);
  await clock.pass(20 * second);
  const [first] = service.clients.values();
  first?.results.clear();
  if (first) first.last = 0;
  service.put('job', before);
  service.epoch = 'restored';
  await clock.pass(3 * minute);
  expect((await readOutbox(store)).map(({ name, parked }) => [name, parked?.code])).toEqual([['job.hold.v1', 'lost']]);
  expect(await differences(store, service)).toEqual([]);
});

describe('[edge case 15] a lane whose numbers mean different changes on the service', () => {
  test('a cloned profile: the copy keeps its own changes under a new client id, and neither device loses any', async () => {
    const disk = createMemoryDisk();
    const { clock, service, store, open, engine, state } = await synced({ disk });
    await hold(store, 9);
    await clock.pass(10 * second);
    engine.stop();
    const cloned = { ...createMemoryDisk(), tables: structuredClone(disk.tables) };
    const [one, two] = [await open(disk), await open(cloned)];
    await rate(one.store, 7, 10);
    await rate(two.store, 8, 20);
    one.engine.start();
    await clock.pass(20 * second);
    state.fate = () => 'deliver';
    two.engine.start();
    await clock.pass(3 * minute);
    expect([service.get('job', 7)?.billRate, service.get('job', 8)?.billRate]).toEqual([10, 20]);
    expect(await differences(one.store, service)).toEqual([]);
    expect(await differences(two.store, service)).toEqual([]);
    expect((await one.store.read(readLane)).clientId).not.toBe((await two.store.read(readLane)).clientId);
    expect([...service.ran.values()]).toEqual([1, 1, 1]);
  });

  test('a device restored to before it sent a change does not send it again under another client id', async () => {
    const disk = createMemoryDisk();
    const { clock, service, store, open, engine, state } = await synced({ disk });
    state.fate = () => 'lose_request';
    await hold(store, 7);
    const copy = { ...createMemoryDisk(), tables: structuredClone(disk.tables) };
    for (const row of copy.tables.get('outbox')?.values() ?? [])
      Object.assign(row.row as object, { state: 'waiting', sent: false });
    state.fate = () => 'deliver';
    await clock.pass(20 * second);
    await rate(store, 8, 20);
    await clock.pass(20 * second);
    engine.stop();
    const restored = await open(copy);
    restored.engine.start();
    await clock.pass(3 * minute);
    expect([...service.ran.values()]).toEqual([1, 1]);
    expect(await states(restored.store)).toEqual([]);
  });

  test('a service that no longer knows the client receives the open changes under a new client id', async () => {
    const { clock, service, store } = await synced();
    await hold(store, 7);
    await clock.pass(20 * second);
    service.clients.clear();
    await hold(store, 8);
    await clock.pass(minute);
    expect((await readOutbox(store)).map(({ parked }) => parked?.code)).toEqual(['lost']);
    expect((await readJournal(store)).length).toBe(1);
    expect(service.clients.size).toBe(1);
    expect(await differences(store, service)).toEqual([]);
  });
});
