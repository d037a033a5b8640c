import { expose, wrap } from 'comlink';
import { afterEach, expect, test } from 'vitest';
import type { SyncEngine } from '#src/sync/engine.ts';
import { initialSyncState, type SyncState } from '#src/sync/sync-state.ts';
import type { Tokens } from '#src/sync/transport/ports.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { createSync, type SyncStart, type TokenSource } from './sync-api.ts';
import { createSyncClient } from './sync-client.ts';

const about = {
  key: { origin: 'o', userId: 1, customerId: 2, impersonation: null },
  label: 'test',
  appVersion: '1',
  drainOnly: false,
};
const open: MessagePort[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** A double of a worker: an engine that records its calls, behind the real worker's message handling. */
function workerDouble(calls: string[]) {
  let tokens: Tokens | null = null;
  const heard = new Set<() => void>();
  let state = initialSyncState;
  const engine: SyncEngine = {
    start: () => calls.push('start'),
    stop: () => calls.push('stop'),
    wake: () => calls.push('wake'),
    retryNow: () => calls.push('nudge'),
    resume: () => calls.push('awaken'),
    signedIn: () => calls.push(`signed in with ${tokens?.current()}`),
    state: () => state,
    subscribe(hear) {
      heard.add(hear);
      return () => heard.delete(hear);
    },
  };
  const sync = createSync(async (_, given) => {
    tokens = given;
    return { engine, close: () => calls.push('close') };
  });
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  expose(
    {
      ...sync,
      open(start: SyncStart, news: MessagePort, asking: MessagePort) {
        open.push(news, asking);
        const source = wrap<TokenSource>(asking);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
        return sync.open(start, { refresh: (stale) => source.refresh(stale) }, (next) => news.postMessage(next));
      },
    },
    port1,
  );
  const set = (next: Partial<SyncState>) => {
    state = { ...state, ...next };
    for (const hear of heard) hear();
  };
  const worker = Object.assign(port2, { terminate: () => calls.push('terminate') }) as unknown as Worker;
  return { worker, set, refresh: async (stale: string | null) => tokens?.refresh(stale) };
}

const until = async (holds: () => boolean) => {
  for (let i = 0; i < 200 && !holds(); i++) await new Promise((resolve) => setTimeout(resolve, 5));
};
const tokens = (): Tokens & { token: string } => ({
  token: 'first',
  current() {
    return this.token;
  },
  async refresh() {
    this.token = 'second';
    return 'fresh';
  },
});

test('the page receives the states of the engine in the worker, and the engine receives the page’s calls', async () => {
  const calls: string[] = [];
  const far = workerDouble(calls);
  const client = createSyncClient({ ...about, tokens: tokens(), clock: new VirtualClock(), start: () => far.worker });
  let heard = 0;
  client.subscribe(() => heard++);
  client.start();
  await until(() => calls.includes('start'));
  far.set({ waiting: 3, phase: 'waiting' });
  await until(() => client.state().waiting === 3);
  expect(client.state()).toMatchObject({ waiting: 3, phase: 'waiting' });
  expect(heard).toBeGreaterThan(0);
  client.wake();
  client.retryNow();
  client.resume();
  await until(() => calls.includes('awaken'));
  expect(calls).toEqual(['start', 'wake', 'nudge', 'awaken']);
  client.stop();
  await until(() => calls.includes('terminate'));
  expect(calls.slice(-3)).toEqual(['stop', 'close', 'terminate']);
});

test('the page refreshes the token for the worker, so that a sign-out is reported once', async () => {
  const calls: string[] = [];
  const far = workerDouble(calls);
  const page = tokens();
  const client = createSyncClient({ ...about, tokens: page, clock: new VirtualClock(), start: () => far.worker });
  client.start();
  await until(() => calls.includes('start'));
  expect(await far.refresh('first')).toBe('fresh');
  client.signedIn();
  await until(() => calls.length > 1);
  expect(calls).toEqual(['start', 'signed in with second']);
  client.stop();
  await until(() => calls.includes('terminate'));
});

test('a worker that dies is restarted after a pause', async () => {
  const clock = new VirtualClock();
  const calls: string[] = [];
  const workers = [workerDouble(calls), workerDouble(calls)];
  let started = 0;
  const client = createSyncClient({ ...about, tokens: tokens(), clock, start: () => workers[started++]?.worker as Worker });
  client.start();
  await until(() => calls.includes('start'));
  workers[0]?.worker.dispatchEvent(new Event('error'));
  expect(calls).toEqual(['start', 'terminate']);
  await clock.pass(1_100);
  await until(() => calls.length === 3);
  expect([started, calls]).toEqual([2, ['start', 'terminate', 'start']]);
  client.stop();
  await until(() => calls.filter((call) => call === 'terminate').length === 2);
});
