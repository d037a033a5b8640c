import './no-eval.ts';
import { expose, wrap } from 'comlink';
import { commands } from '#domain/commands/commands.ts';
import { beginFreshLog, keepFreshLog } from '#src/store/fresh-log.ts';
import { keepReserve } from '#src/store/reserve.ts';
import type { Store } from '#src/store/store.ts';
import { browserClock, browserLocks, browserNet, browserRandom } from '#src/sync/browser-ports.ts';
import { createSyncEngine } from '#src/sync/engine.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';
import type { SyncState } from '#src/sync/sync-state.ts';
import { createSync, type OpenEngine, type SyncStart, type TokenSource } from './sync-api.ts';

const openEngine: OpenEngine = async ({ key, label, appVersion, drainOnly }, tokens) => {
  const store = await openBrowserStore(key);
  // A device without free space has no reserve. Its store reports that when a change is queued.
  void keepReserve(store).catch(() => undefined);
  void freshLogOfRun(store).catch(() => undefined);
  const ports = { clock: browserClock, random: browserRandom, net: browserNet, tokens, store, locks: browserLocks };
  const persisted = () => navigator.storage.persisted();
  const engine = createSyncEngine(ports, {
    commands,
    drainOnly,
    locksWork: key.impersonation === null,
    device: { label, appVersion, persisted },
  });
  return { engine, close: () => store.close() };
};

/** One tab does this per browser session. Only Chromium needs it, and only Chromium has `userAgentData`. */
async function freshLogOfRun(store: Store): Promise<void> {
  if (!('userAgentData' in navigator)) return;
  await navigator.locks.request('jobdock-log', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await keepFreshLog(store, { after: (ms, run) => browserClock.after(ms, run), begin: beginFreshLog });
    await new Promise<never>(() => {});
  });
}

const sync = createSync(openEngine);
// Keeps references: an unreferenced link is garbage collected, and its calls then wait forever.
const links: unknown[] = [];

const exposed = {
  ...sync,
  /** `news` carries each state to the page, `tokens` the requests for a new token. */
  open(start: SyncStart, news: MessagePort, tokens: MessagePort) {
    const source = wrap<TokenSource>(tokens);
    links.push(source, news);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
    return sync.open(start, { refresh: (stale) => source.refresh(stale) }, (state: SyncState) => news.postMessage(state));
  },
};
export type ExposedSync = typeof exposed;

expose(exposed);
