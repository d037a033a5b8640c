import { expose } from 'comlink';
import type { StoreKey } from '#src/store/store.ts';
import { findBrowserStore, openBrowserStore } from '#src/sync/open-browser-store.ts';
import { withAskedColumns } from './asked-grid.ts';
import { earlyStoreOf } from './early-store.ts';
import { createGrid } from './grid-api.ts';
import { loadPlaces } from './places/load-places.ts';

const grid = withAskedColumns(createGrid(openBrowserStore, loadPlaces));
globalThis.addEventListener('online', () => grid.connected());
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

// A starting page names its store early, so that its rows are read meanwhile. A missing store is left to the page, which tells
// the user what was lost with it [edge case 22].
globalThis.addEventListener('message', (event: MessageEvent<unknown>) => {
  const key = earlyStoreOf(event.data);
  if (!key) return;
  void findBrowserStore(key)
    .then((name) => (name === null ? undefined : open(key)))
    .catch(() => undefined);
});

/** The grid as a worker. News uses its own port, which is not garbage collected. */
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
