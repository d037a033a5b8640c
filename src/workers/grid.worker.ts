import { expose } from 'comlink';
import type { StoreKey } from '#src/store/store.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';
import { createGrid } from './grid-api.ts';

const grid = createGrid(openBrowserStore);
let told: MessagePort | null = null;

/** The grid as a worker: news travel over a port of their own, which no garbage collection closes. */
const exposed = {
  ...grid,
  open(key: StoreKey, port: MessagePort) {
    told?.close();
    told = port;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
    return grid.open(key, (news) => port.postMessage(news));
  },
};
export type ExposedGrid = typeof exposed;

expose(exposed);
