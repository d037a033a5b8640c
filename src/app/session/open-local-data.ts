import { commands } from '#domain/commands/commands.ts';
import { deviceOfUserAgent } from '#domain/people/device-of-user-agent.ts';
import { readOutbox } from '#src/outbox/items.ts';
import { openDeviceStores } from '#src/store/device-stores.ts';
import { localSettings } from '#src/store/local-settings.ts';
import { readFeed, readMeta } from '#src/store/meta.ts';
import { updateMirror } from '#src/store/mirror.ts';
import type { Store, StoreKey } from '#src/store/store.ts';
import { userHash } from '#src/store/store-name.ts';
import { waitingFiles } from '#src/store/waiting-files.ts';
import { browserClock } from '#src/sync/browser-ports.ts';
import type { SyncEngine } from '#src/sync/engine.ts';
import { oneAtATime } from '#src/sync/loop/one-at-a-time.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { unsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import { stopWorkersOf } from '#src/workers/store-workers.ts';
import { createSyncClient } from '#src/workers/sync-client.ts';
import { noteLostWork, reportLost } from './lost-work.ts';
import type { OpenedStore } from './opened-store.ts';
import { drainOthers, removeEndedImpersonations } from './other-stores.ts';
import { pageCall, pageTokens } from './page-session.ts';
import { sendFilesBehind } from './send-files.ts';

export type Whose = {
  userId: number;
  actor: string;
  customerId: number;
  customerName: string;
  impersonation: string | null;
  /** The browser lost its storage while the page was open: only a reload helps [edge case 23]. */
  onLost: () => void;
};

let current: OpenedStore | null = null;
/** The store on the screen, for sign-out. */
export const currentStore = () => current;

/** Opens the store of a user and customer, starts its sync, and drains the outboxes of other customers. */
export async function openLocalData(whose: Whose): Promise<OpenedStore> {
  const opened = await openOne(whose, false);
  current = opened;
  const { store } = opened.value;
  tellOfLostWork(opened);
  void removeEndedImpersonations(store).catch(() => undefined);
  const stopOthers =
    whose.impersonation === null ? drainOthers(store, (other) => openOne({ ...whose, ...other }, true)) : () => {};
  const stopFiles = sendFilesBehind(opened);
  const { engine } = opened;
  const page = new AbortController();
  const options = { signal: page.signal };
  window.addEventListener('online', () => engine.retryNow(), options);
  window.addEventListener('focus', () => engine.retryNow(), options);
  const resume = () => {
    void store.catchUp().catch(() => undefined);
    engine.resume();
  };
  window.addEventListener('pageshow', (event) => event.persisted && resume(), options);
  const stopWatching = watchSleep(() => void store.catchUp().catch(() => undefined));
  return {
    ...opened,
    close() {
      page.abort();
      stopWatching();
      stopOthers();
      stopFiles();
      stopWorkersOf(store);
      opened.close();
      if (current === opened) current = null;
    },
  };
}

/** A newer tab needs the database, so this page reloads, unless it has unsaved text that only the user can save. */
function makeWay(): void {
  const reload = () => window.location.reload();
  if (!unsavedWork.any()) return reload();
  toast.error({
    title: 'A newer version of Jobdock is open in another tab',
    detail: 'This tab can’t save anything more. Copy what you were typing, then reload.',
    action: { words: 'Reload', run: reload },
  });
}

const tickMs = 10_000;
/** A timer this late means that the device slept and missed messages from other tabs [edge case 24]. */
const sleptMs = 30_000;

function watchSleep(onSlept: () => void): () => void {
  let last = browserClock.now();
  const timer = window.setInterval(() => {
    const now = browserClock.now();
    if (now - last > tickMs + sleptMs) onSlept();
    last = now;
  }, tickMs);
  return () => window.clearInterval(timer);
}

async function openOne(whose: Whose, drainOnly: boolean): Promise<OpenedStore> {
  const { userId, customerId, impersonation } = whose;
  const key: StoreKey = { origin: window.location.origin, userId, customerId, impersonation };
  const store = await openBrowserStore(key, { onOutdated: makeWay, onLost: whose.onLost });
  noteLostWork(store, localSettings);
  const appVersion = String(import.meta.env['VITE_APP_VERSION'] ?? 'development');
  const engine = createSyncClient({
    key,
    label: deviceOfUserAgent(navigator.userAgent),
    appVersion,
    drainOnly,
    tokens: pageTokens,
    clock: browserClock,
  });
  const stopNoting = keepNoted(store, whose, engine);
  const stop = startBehindRows(store, engine);
  return {
    engine,
    value: {
      store,
      commands,
      actor: whose.actor,
      sync: { get: engine.state, subscribe: engine.subscribe },
      wake: () => engine.wake(),
    },
    close() {
      stopNoting();
      stop();
      store.close();
    },
  };
}

/** Approximate time that a device takes to paint its rows. */
const paintMs = 300;

/** Starts an engine, a moment later if the device already has rows: its thread would slow down painting them. */
function startBehindRows(store: Store, engine: SyncEngine): () => void {
  let cancel = () => {};
  let stopped = false;
  void store
    .read(readFeed)
    .then(
      ({ since }) => since !== null,
      () => false,
    )
    .then((hasRows) => {
      if (!stopped) cancel = browserClock.after(hasRows ? paintMs : 0, () => engine.start());
    });
  return () => {
    stopped = true;
    cancel();
    engine.stop();
  };
}

/** Shows how many changes were lost with a database that the browser wiped, and again once the service knows [edge case 22]. */
function tellOfLostWork({ value: { store }, engine }: OpenedStore): void {
  const tell = async () => {
    const words = await reportLost(store, { call: pageCall, settings: localSettings });
    if (!words) return;
    const { tone, title, detail } = words;
    if (tone === 'error')
      toast.error({ title, detail, to: pathTo('/offline'), action: { words: 'Got it', run: () => undefined } });
    else toast.info({ title, detail });
  };
  void tell();
  let reachable = true;
  engine.subscribe(() => {
    const was = reachable;
    reachable = engine.state().phase !== 'offline';
    if (reachable && !was) void tell();
  });
}

/** The rest after a note: it reads the whole outbox, which a burst of changes must not wait for each time. */
const noteRestMs = 100;

/** Keeps the device's list of stores and the mirror of unsent work up to date. */
function keepNoted(store: Store, whose: Whose, engine: SyncEngine): () => void {
  const list = openDeviceStores();
  let seen = '';
  let stopped = false;
  const note = async () => {
    if (stopped) return;
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
      unsent:
        (await readOutbox(store)).filter((entry) => entry.state !== 'acked').length +
        engine.state().sealed +
        (await waitingFiles(store)).length,
      leaseUntil,
    });
  };
  // After a failure, the next change notes it again; the work itself is in the store.
  const noteQuietly = oneAtATime(note, () => new Promise<void>((done) => void browserClock.after(noteRestMs, done)));
  noteQuietly();
  const stop = engine.subscribe(noteQuietly);
  return () => {
    stopped = true;
    stop();
    list.close();
  };
}
