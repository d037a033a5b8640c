import { commands } from '#domain/commands/commands.ts';
import { openDeviceStores } from '#src/store/device-stores.ts';
import { openDexieBackend } from '#src/store/dexie-backend.ts';
import { localSettings } from '#src/store/local-settings.ts';
import { readFeed, readMeta } from '#src/store/meta.ts';
import { findWiped, forgetMirror, updateMirror } from '#src/store/mirror.ts';
import { openStore, type Store, type StoreKey } from '#src/store/store.ts';
import { storeName, userHash } from '#src/store/store-name.ts';
import { browserClock, browserLocks, browserNet, browserRandom, openBrowserDevice } from '#src/sync/browser-ports.ts';
import { createSyncEngine, type SyncEngine } from '#src/sync/engine.ts';
import type { OpenLocalStore } from '#src/sync/hooks/local-store.ts';
import { counted } from '#src/ui/format/format.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { pageTokens } from './page-session.ts';

/** An open store with its engine; `close` ends both. */
export type OpenedStore = { value: OpenLocalStore; engine: SyncEngine; close: () => void };
type Whose = { userId: number; actor: string; customerId: number; customerName: string; impersonation: string | null };

let current: OpenedStore | null = null;
/** The store on the screen, for signing out. */
export const currentStore = () => current;

/** Opens the store of a person and customer, starts its synchronisation, and empties outboxes that other customers left. */
export async function openLocalData(whose: Whose): Promise<OpenedStore> {
  const opened = await openOne(whose, false);
  current = opened;
  tellOfLostWork(opened.value.store);
  const stopOthers = whose.impersonation === null ? drainOthers(whose, opened.value.store) : () => undefined;
  const { engine } = opened;
  const page = new AbortController();
  const options = { signal: page.signal };
  window.addEventListener('online', () => engine.nudge(), options);
  window.addEventListener('focus', () => engine.nudge(), options);
  window.addEventListener('pageshow', (event) => event.persisted && engine.awaken(), options);
  return {
    ...opened,
    close() {
      page.abort();
      stopOthers();
      opened.close();
      if (current === opened) current = null;
    },
  };
}

async function openOne(whose: Whose, drainOnly: boolean): Promise<OpenedStore> {
  const { userId, customerId, impersonation } = whose;
  const device = openBrowserDevice();
  const key: StoreKey = { origin: window.location.origin, userId, customerId, impersonation };
  const name = await storeName(key, (text) => device.digest(text));
  const sleep = (ms: number) => new Promise<void>((resolve) => void browserClock.after(ms, resolve));
  const backend = await openDexieBackend(name, { sleep, onOutdated: () => window.location.reload() });
  const store = await openStore(backend, key, device);
  const engine = createSyncEngine(
    { clock: browserClock, random: browserRandom, net: browserNet, tokens: pageTokens, store, locks: browserLocks },
    {
      commands,
      drainOnly,
      device: {
        label: deviceLabel(),
        appVersion: import.meta.env.MODE,
        persisted: async () => (await navigator.storage?.persisted?.()) ?? false,
      },
    },
  );
  const stopNoting = keepNoted(store, whose, engine);
  engine.start();
  return {
    engine,
    value: {
      store,
      commands,
      actor: whose.actor,
      sync: { get: engine.state, subscribe: (hear) => unsubscribing(engine.subscribe(hear)) },
      wake: () => engine.wake(),
    },
    close() {
      stopNoting();
      engine.stop();
      store.close();
      device.close();
    },
  };
}

const unsubscribing = (stop: unknown) => (typeof stop === 'function' ? (stop as () => void) : () => undefined);

/** Says how many edits went with a database that the browser wiped [edge case 22]. */
function tellOfLostWork(store: Store): void {
  const lost = findWiped(store, localSettings);
  if (!lost) return;
  forgetMirror(store.name, localSettings);
  toast.error({
    title: `${counted(lost.unsent, 'unsent change')} lost`,
    detail: 'The browser cleared this site’s data before they were sent. Protect it under Offline & storage.',
    to: '/offline',
    action: { words: 'Got it', run: () => undefined },
  });
}

/** Keeps the device's list of stores and the witness of unsent work up to date. */
function keepNoted(store: Store, whose: Whose, engine: SyncEngine): () => void {
  const list = openDeviceStores();
  let seen = '';
  const note = async () => {
    const { waiting, needsYou, lastSyncedAt } = engine.state();
    const now = `${waiting} ${needsYou} ${lastSyncedAt}`;
    if (now === seen) return;
    seen = now;
    await updateMirror(store, localSettings);
    const { rows, leaseUntil, lastCompleteAt } = await store.read(async (tx) => ({
      rows: (await tx.list('layouts')).flatMap((layout) => layout.live).reduce((sum, block) => sum + block.rows, 0),
      leaseUntil: (await readMeta(tx, 'leaseUntil')) ?? null,
      lastCompleteAt: (await readFeed(tx)).syncedAt,
    }));
    await list.note({
      name: store.name,
      userHash: await userHash(store.key.origin, whose.userId, (text) => store.device.digest(text)),
      customerId: whose.customerId,
      customer: whose.customerName,
      impersonation: whose.impersonation,
      rows,
      lastCompleteAt,
      unsent: waiting + needsYou,
      leaseUntil,
    });
  };
  // What cannot be noted now is noted with the next change; the work itself is in the store.
  const noteQuietly = () => void note().catch(() => undefined);
  noteQuietly();
  const stop = unsubscribing(engine.subscribe(noteQuietly));
  return () => {
    stop();
    list.close();
  };
}

/** Lanes of other customers drain on their own, whichever is on the screen [edge case 14]. */
function drainOthers(whose: Whose, here: Store): () => void {
  const open: OpenedStore[] = [];
  let stopped = false;
  const run = async () => {
    const list = openDeviceStores();
    const mine = await userHash(window.location.origin, whose.userId, (text) => here.device.digest(text));
    const others = (await list.list()).filter(
      (s) => s.userHash === mine && s.customerId !== whose.customerId && s.unsent > 0 && s.impersonation === null,
    );
    list.close();
    for (const { customerId, customer } of others) {
      if (stopped) return;
      const opened = await openOne({ ...whose, customerId, customerName: customer }, true);
      if (stopped) opened.close();
      else open.push(opened);
    }
  };
  run().catch(() => undefined);
  return () => {
    stopped = true;
    for (const { close } of open) close();
  };
}

function deviceLabel(): string {
  const system = /Windows|Mac OS X|Android|iPad|iPhone|CrOS|Linux/.exec(navigator.userAgent)?.[0] ?? 'Unknown system';
  const browser = /Edg|Firefox|Chrome|Safari/.exec(navigator.userAgent)?.[0] ?? 'browser';
  return `${browser === 'Edg' ? 'Edge' : browser} on ${system}`;
}
