import type { StoreKey } from '#src/store/store.ts';
import type { EarlyStore } from './early-store.ts';

/** A thread that has loaded the grid's code and waits for a store; null when none is held ready. */
let spare: Worker | null = null;

const start = () => new Worker(new URL('./grid.worker.ts', import.meta.url), { type: 'module', name: 'grid' });

/** Loads the grid's code, and the rows of `store` where they may be read, while the app itself starts: for a page that will ask for them first of all. */
export function holdGridThread(store: StoreKey | null): void {
  if (spare) return;
  const thread = start();
  // One that could not load is forgotten; anyone who asks for one then hears it from their own.
  thread.addEventListener('error', () => spare === thread && forget(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  if (store) thread.postMessage({ earlyStore: store } satisfies EarlyStore);
  spare = thread;
}

/** A thread for the grid of one store. */
export function takeGridThread(): Worker {
  const thread = spare ?? start();
  forget();
  return thread;
}

function forget(): void {
  spare = null;
}
