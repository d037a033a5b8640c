import type { StoreKey } from '#src/store/store.ts';
import type { EarlyStore } from './early-store.ts';

/** A thread that has loaded the grid's code and waits for a store; null when there is none. */
let spare: Worker | null = null;

const start = () => new Worker(new URL('./grid.worker.ts', import.meta.url), { type: 'module', name: 'grid' });

/** Starts loading the grid's code, and the rows of `store` if given, while the app itself starts. */
export function holdGridThread(store: StoreKey | null): void {
  if (spare) return;
  const thread = start();
  // A thread that fails to load is dropped. The next caller starts its own thread and receives the error from it.
  thread.addEventListener('error', () => spare === thread && forget(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  if (store) thread.postMessage({ earlyStore: store } satisfies EarlyStore);
  spare = thread;
}

/** Returns a thread for the grid of one store. */
export function takeGridThread(): Worker {
  const thread = spare ?? start();
  forget();
  return thread;
}

function forget(): void {
  spare = null;
}
