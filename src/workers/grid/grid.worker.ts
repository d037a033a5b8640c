import { expose } from 'comlink';
import type { StoreKey } from '#src/store/store.ts';
import { findBrowserStore, openBrowserStore } from '#src/sync/open-browser-store.ts';
import { earlyStoreOf } from './early-store.ts';
import { createGrid } from './grid-api.ts';

const grid = createGrid(openBrowserStore);
let told: MessagePort | null = null;
let opened: { readonly name: string; readonly done: Promise<void> } | null = null;

function open(key: StoreKey): Promise<void> {
  const name = JSON.stringify(key);
  if (opened?.name !== name || grid.hasFailed()) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    const done = grid.open(key, (news) => told?.postMessage(news));
    opened = { name, done };
    done.catch(() => (opened = null));
  }
  return opened.done;
}

// A page that starts says whose rows it will ask for before it can ask: they are read meanwhile. A store that is not there is
// left to the page, which tells its person what went with it [edge case 22].
globalThis.addEventListener('message', (event: MessageEvent<unknown>) => {
  const key = earlyStoreOf(event.data);
  if (!key) return;
  void findBrowserStore(key)
    .then((name) => (name === null ? undefined : open(key)))
    .catch(() => undefined);
});

/** The grid as a worker: news travel over a port of their own, which no garbage collection closes. */
const exposed = {
  ...grid,
  open(key: StoreKey, port: MessagePort) {
    told?.close();
    told = port;
    return open(key);
  },
};
export type ExposedGrid = typeof exposed;

expose(exposed);
