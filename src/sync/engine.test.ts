import { describe, expect, test } from 'vitest';
import { exportOutbox, readJournal, readOutbox } from '#src/outbox/items.ts';
import { putMeta, readMeta } from '#src/store/meta.ts';
import { scan } from '#src/store/rows.ts';
import { createMemoryDisk } from '#tests/doubles/memory-backend.ts';
import { ModelService } from '#tests/doubles/sync/model-service.ts';
import { differences, hold, minute, oneDevice, onPush, rate, second, states, synced } from '#tests/doubles/sync/one-device.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { openTab } from '#tests/doubles/sync/tab.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { answerOf, type Fate, signedIn, wireTo } from '#tests/doubles/sync/wire.ts';
import type { NetRequest, Tokens } from './transport/ports.ts';
import { protocolHeader } from './transport/verdict.ts';

test('the first start loads every row and reports that the device is synced', async () => {
  const { engine, store, service } = await synced();
  expect(await differences(store, service)).toEqual([]);
  expect(engine.state()).toMatchObject({ phase: 'synced', waiting: 0, needsYou: 0, progress: null });
  expect(engine.state().lastSyncedAt).not.toBeNull();
});

test('[S1.3] a change is sent and applied once, and its outbox entry is removed by the pull that reports it', async () => {
  const { clock, store, service, engine } = await synced();
  await hold(store, 7, 8);
  await clock.pass(200);
  expect(await states(store)).toEqual(['acked']);
  await clock.pass(10 * second);
  expect(await readOutbox(store)).toEqual([]);
  expect(await readJournal(store)).toHaveLength(1);
  expect(await differences(store, service)).toEqual([]);
  expect(engine.state()).toMatchObject({ phase: 'synced', waiting: 0 });
});

describe('[S3] how an answer affects the lane', () => {
  const first = (fate: Fate) => {
    let done = false;
    return (path: string): Fate => {
      if (done || !path.endsWith('/push')) return 'deliver';
      done = true;
      return fate;
    };
  };
  const signal: Record<string, string> = { 'x-sync-protocol': '1' };

  test.each<[string, Fate, number]>([
    ['408', answerOf(408, { kind: 'timeout' }), 1],
    ['500', answerOf(500, { kind: 'server', ref: 'x' }), 1],
    ['502 of a proxy', answerOf(502, '<html>', {}), 1],
    ['no network', 'lose_request', 1],
    ['a lost reply', 'lose_reply', 1],
    ['a body that is not JSON', answerOf(200, '<html>Welcome to the hotel</html>'), 1],
    ['a missing protocol header', answerOf(200, { kind: 'done', outcomes: [], last: 0 }, {}), 1],
    ['409 busy', answerOf(409, { kind: 'busy', retryAfterSeconds: 2 }), 0],
    ['425', answerOf(425, {}), 0],
    ['429', answerOf(429, { kind: 'busy', retryAfterSeconds: 2 }, { ...signal, 'retry-after': '2' }), 0],
    ['503', answerOf(503, {}, { ...signal, 'retry-after': '2' }), 0],
  ])('%s: the same change is sent again later, with %j counted attempts', async (_, fate, tries) => {
    const { clock, store, service, state } = await synced();
    state.fate = first(fate);
    await hold(store, 7);
    await clock.pass(300);
    expect(await readOutbox(store)).toMatchObject([{ state: 'sending', sent: true, tries, seq: 1 }]);
    await clock.pass(10 * second);
    await clock.pass(minute);
    expect(await readOutbox(store)).toEqual([]);
    expect([...service.ran.values()]).toEqual([1]);
  });

  test('the engine waits as long as Retry-After says', async () => {
    const { clock, store, state, paths } = await synced();
    state.fate = first(answerOf(503, {}, { ...signal, 'retry-after': '30' }));
    await hold(store, 7);
    await clock.pass(29 * second);
    expect(paths('/push')).toHaveLength(1);
    await clock.pass(2 * second);
    expect(paths('/push')).toHaveLength(2);
  });

  test('when the service stops a batch early, the consumed changes are settled and the rest are sent later', async () => {
    const { clock, store, state, service } = await synced();
    await hold(store, 7);
    await hold(store, 8);
    const outcome = { seq: 1, outcome: 'applied', rev: service.rev, result: { done: [7], refused: [] }, replayed: false };
    state.fate = first(answerOf(200, { kind: 'busy', outcomes: [outcome], last: 1, retryAfterSeconds: 5 }));
    await clock.pass(200);
    expect(await states(store)).toEqual(['acked', 'sending']);
  });

  test('401: the token is refreshed once and the request is sent again; nothing is dropped', async () => {
    let token = 'old';
    let refreshes = 0;
    const tokens: Tokens = {
      current: () => token,
      async refresh() {
        refreshes += 1;
        token = 'new';
        return 'fresh';
      },
    };
    const { clock, store, state } = await synced({ tokens });
    state.fate = (_, request) => (request.token === 'old' ? answerOf(401, { kind: 'signed_out' }) : 'deliver');
    token = 'old';
    await hold(store, 7);
    await clock.pass(second);
    expect(refreshes).toBe(1);
    expect(await states(store)).toEqual(['acked']);
  });

  test('401 after a failed refresh: the device is signed out, and its changes are kept and sent after signing in', async () => {
    let signed = true;
    const tokens: Tokens = { current: () => (signed ? 'token' : null), refresh: async () => 'signed_out' };
    const { clock, store, state, engine, paths } = await synced({ tokens });
    state.fate = () => (signed ? 'deliver' : answerOf(401, { kind: 'signed_out' }));
    signed = false;
    await hold(store, 7);
    await clock.pass(2 * minute);
    expect(engine.state().phase).toBe('signed-out');
    expect(paths('/push').length).toBeLessThan(3);
    expect(await readOutbox(store)).toMatchObject([{ tries: 0 }]);
    signed = true;
    engine.signedIn();
    await clock.pass(minute);
    expect(await readOutbox(store)).toEqual([]);
  });

  test('401 for every new token while the session is valid: the engine keeps retrying', async () => {
    let issued = 0;
    const tokens: Tokens = {
      current: () => `token ${issued}`,
      async refresh() {
        issued += 1;
        return 'fresh';
      },
    };
    const { clock, store, state, engine } = await synced({ tokens });
    let refused = 5;
    state.fate = () => (refused-- > 0 ? answerOf(401, { kind: 'signed_out' }) : 'deliver');
    await hold(store, 7);
    await clock.pass(minute);
    expect(engine.state().phase).toBe('synced');
    expect(await readOutbox(store)).toEqual([]);
  });

  test('403: the lane and everything in it waits for the user', async () => {
    const { clock, store, state, engine } = await synced();
    state.fate = onPush(answerOf(403, { kind: 'forbidden' }));
    await hold(store, 7);
    await clock.pass(second);
    expect(engine.state()).toMatchObject({ phase: 'paused', paused: 'no_access', waiting: 1 });
    expect(await readOutbox(store)).toMatchObject([{ tries: 0 }]);
  });

  test('403: no pull runs without access, so the refusal itself removes changes acknowledged a week ago, by the service’s clock', async () => {
    const { clock, store, state, engine } = await synced();
    await hold(store, 7);
    await clock.pass(minute);
    const [acked] = await readJournal(store);
    const refusedAfter = (days: number) =>
      answerOf(
        403,
        { kind: 'forbidden' },
        {
          [protocolHeader]: '1',
          date: new Date(Date.parse(acked?.ackedAt ?? '') + days * 86_400_000).toUTCString(),
        },
      );
    for (const [days, kept] of [
      [6, 1],
      [8, 0],
    ] as const) {
      state.fate = () => refusedAfter(days);
      engine.signedIn();
      await clock.pass(second);
      expect(await readJournal(store)).toHaveLength(kept);
    }
  });

  test('403: rows of a customer without access are removed, and they return with the waiting changes once access is restored', async () => {
    const { clock, store, state, engine, service } = await synced();
    state.fate = () => answerOf(403, { kind: 'forbidden' });
    await hold(store, 7);
    await clock.pass(second);
    expect(await scan(store, 'job')).toEqual([]);
    expect(await states(store)).toHaveLength(1);
    state.fate = () => 'deliver';
    engine.signedIn();
    await clock.pass(10 * second);
    expect(await states(store)).toEqual([]);
    expect(await differences(store, service)).toEqual([]);
  });

  test('413: a batch is halved; a single change that is too large is parked and the others are sent', async () => {
    const { clock, store, state, service } = await synced();
    await hold(store, 7);
    await rate(store, 8, 3);
    await hold(store, 9);
    state.fate = (path, { body }) =>
      path.endsWith('/push') && typeof body === 'string' && body.includes('billRate')
        ? answerOf(413, { kind: 'too_large', limit: '1' })
        : 'deliver';
    await clock.pass(minute);
    expect(await readOutbox(store)).toMatchObject([{ state: 'parked', parked: { code: 'too_large' }, entry: 2 }]);
    expect(service.ran.size).toBe(2);
  });

  test('426: pulls stop, pushes continue', async () => {
    const { clock, store, state, engine, paths } = await synced();
    state.fate = (path) => (path.endsWith('/pull') ? answerOf(426, { kind: 'client_too_old' }) : 'deliver');
    engine.retryNow();
    await clock.pass(second);
    expect(engine.state().phase).toBe('update');
    const pulls = paths('/pull').length;
    await hold(store, 7);
    await clock.pass(5 * minute);
    expect(await states(store)).toEqual(['acked']);
    expect(paths('/pull').length).toBe(pulls);
  });

  test('[edge case 20] a wipe removes all of the user’s data from the device', async () => {
    const { clock, store, service, engine } = await synced();
    service.killed = true;
    await hold(store, 7);
    await clock.pass(second);
    expect(engine.state()).toMatchObject({ wiped: true, phase: 'signed-out' });
    expect([await readOutbox(store), await scan(store, 'job')]).toEqual([[], []]);
  });

  test('a wiped tab stops listening for pokes, so that it cannot hold the leader lock of a working tab', async () => {
    const { clock, service, state, engine, paths } = await oneDevice();
    state.fate = (path) => (path.endsWith('/live') ? 'lose_request' : 'deliver');
    engine.start();
    await clock.pass(minute);
    service.killed = true;
    engine.retryNow();
    await clock.pass(10 * second);
    expect(engine.state().wiped).toBe(true);
    const before = paths('/live').length;
    expect(before).toBeGreaterThan(0);
    await clock.pass(10 * minute);
    expect(paths('/live').length).toBe(before);
  });

  test('[edge case 21] when a customer is deleted, its rows are removed and its unsent changes are kept for export', async () => {
    const { clock, store, service, engine } = await synced();
    service.customerGone = true;
    await hold(store, 7);
    await clock.pass(second);
    expect(engine.state()).toMatchObject({ phase: 'paused', paused: 'customer_gone', waiting: 1 });
    expect(await scan(store, 'job')).toEqual([]);
  });
});

test('[edge case 25] the last answers decide whether the device is offline, and the number of attempts is shown', async () => {
  const { clock, store, state, engine } = await synced();
  state.fate = () => 'lose_request';
  await hold(store, 7);
  await clock.pass(minute);
  expect(engine.state()).toMatchObject({ phase: 'offline', waiting: 1 });
  expect(engine.state().tries).toBeGreaterThanOrEqual(3);
  expect(engine.state().nextTryAt).not.toBeNull();
  state.fate = () => 'deliver';
  engine.retryNow();
  await clock.pass(10 * second);
  expect(engine.state()).toMatchObject({ phase: 'synced', waiting: 0 });
});

test('a wake during a request that is about to fail is not lost in the back-off', async () => {
  const { clock, store, state, engine, service } = await synced();
  state.fate = onPush('lose_request');
  await hold(store, 7);
  await clock.pass(10 * minute);
  const [sent] = await readOutbox(store);
  expect(sent?.tries).toBeGreaterThan(3);
  state.fate = (path) => (path.endsWith('/push') ? { kind: 'none', why: 'timeout' } : 'deliver');
  engine.retryNow();
  await clock.pass(1);
  state.fate = () => 'deliver';
  engine.retryNow();
  await clock.pass(5 * second);
  expect(service.ran.size).toBe(1);
});

test('[edge case 1] two tabs of one store send each change once, and both show it', async () => {
  const disk = createMemoryDisk();
  const { clock, service, store, open, paths } = await synced({ disk });
  const other = await open(disk);
  other.engine.start();
  await hold(store, 7);
  await rate(other.store, 8, 4);
  await clock.pass(20 * second);
  expect([...service.ran.values()]).toEqual([1, 1]);
  expect(await differences(other.store, service)).toEqual([]);
  expect(other.engine.state()).toMatchObject({ phase: 'synced', waiting: 0 });
  // Only one tab listens. The other sees what that tab pulls.
  expect(paths('/live')).toHaveLength(1);
});

test('[edge case 24] after sleep the device repeats the handshake before it continues', async () => {
  const { clock, paths } = await synced();
  expect(paths('/hello')).toHaveLength(1);
  clock.jump(8 * 60 * minute);
  await clock.pass(second);
  expect(paths('/hello')).toHaveLength(2);
});

test('[edge case 20] each contact renews the 72-hour lease; after it ends the app is locked and unsent changes are kept', async () => {
  const { clock, store, state, engine } = await synced();
  expect(await store.read((tx) => readMeta(tx, 'leaseUntil'))).toBe('2026-11-23T08:00:00.040Z');
  state.fate = () => 'lose_request';
  await hold(store, 7);
  clock.jump(72 * 60 * minute);
  await clock.pass(minute);
  expect(engine.state()).toMatchObject({ locked: true, phase: 'signed-out', waiting: 1 });
  state.fate = () => 'deliver';
  engine.retryNow();
  await clock.pass(minute);
  expect(engine.state()).toMatchObject({ locked: false, phase: 'synced' });
});

test('[edge case 26] a step that hangs is aborted and restarted, and a loop that never progresses is reported', async () => {
  const clock = new VirtualClock();
  const service = new ModelService();
  let hang = true;
  const wire = wireTo({ service, clock });
  const net = { send: (request: NetRequest) => (hang ? new Promise<never>(() => {}) : wire.send(request)) };
  const { engine } = await openTab({ clock, origin: new Origin(), net });
  engine.start();
  await clock.pass(2 * minute);
  expect(engine.state().stalled).toBe(false);
  await clock.pass(3 * minute);
  expect(engine.state().stalled).toBe(true);
  hang = false;
  await clock.pass(2 * minute);
  expect(engine.state()).toMatchObject({ stalled: false, phase: 'synced' });
});

test('[edge case 16] an acknowledged change is removed one day after a verified backup contains it; without one, after a week', async () => {
  const { clock, store, service } = await synced();
  await hold(store, 7);
  await clock.pass(20 * second);
  service.durableRev = service.rev;
  await hold(store, 8);
  await clock.pass(20 * second);
  const kept = async () => (await readJournal(store)).map(({ seq }) => seq);
  expect(await kept()).toEqual([1, 2]);
  clock.jump(25 * 60 * minute);
  await clock.pass(2 * minute);
  expect(await kept()).toEqual([2]);
  clock.jump(7 * 24 * 60 * minute);
  await clock.pass(2 * minute);
  expect(await kept()).toEqual([]);
});

test('[edge case 12] an app older than its store sends nothing, changes nothing, and reports that it must be updated', async () => {
  const { clock, store, engine, paths } = await synced();
  await hold(store, 7);
  await store.write((tx) => putMeta(tx, 'schema', { schema: 99, minReader: 1 }));
  await clock.pass(minute);
  expect(engine.state()).toMatchObject({ outdated: true, phase: 'update' });
  const asked = paths('/api/').length;
  engine.retryNow();
  await clock.pass(10 * minute);
  expect(paths('/api/').length).toBe(asked);
  expect(await hold(store, 8)).toMatchObject({ ok: false, error: { kind: 'storage', why: 'outdated' } });
  expect(JSON.parse(await exportOutbox(store))).toMatchObject({ outbox: [{ name: 'job.hold.v1' }] });
});

test('[edge case 14] a store that is not on screen only sends its outbox', async () => {
  const disk = createMemoryDisk();
  const first = await synced({ disk });
  first.engine.stop();
  await hold(first.store, 7);
  const { clock, open, paths, service } = first;
  const pulls = paths('/pull').length;
  const drain = await openTab({
    clock,
    origin: first.origin,
    net: wireTo({ service, clock }),
    disk,
    tokens: signedIn,
    engine: { drainOnly: true },
  });
  drain.engine.start();
  await clock.pass(minute);
  expect(drain.engine.state().waiting).toBe(0);
  expect(paths('/pull').length).toBe(pulls);
  const again = await open(disk);
  again.engine.start();
  await clock.pass(second);
  expect(await readOutbox(again.store)).toEqual([]);
});
