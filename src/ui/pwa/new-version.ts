import { useSyncExternalStore } from 'react';
import { Workbox } from 'workbox-window';
import { isWorkerGone, removeWorkers } from './worker-gone.ts';

let workbox: Workbox | null = null;
let ready = false;
const listeners = new Set<() => void>();
const hourMs = 3_600_000;

/** Installs the service worker and checks for a new version hourly. A new version waits: the page never reloads unasked. */
export function watchVersions(): void {
  if (!('serviceWorker' in navigator) || workbox) return;
  const worker = new Workbox('/sw.js');
  workbox = worker;
  worker.addEventListener('waiting', () => {
    ready = true;
    for (const listener of listeners) listener();
  });
  // Without storage for the worker, the app still runs, but not offline.
  void (async () => {
    if (await isWorkerGone()) await removeWorkers(await navigator.serviceWorker.getRegistrations());
    else await worker.register();
  })().catch(() => undefined);
  window.setInterval(() => void worker.update().catch(() => undefined), hourMs);
}

/** Whether a new version is waiting, and how to take it: the page reloads as soon as the new worker controls it. */
export function useNewVersion(): { ready: boolean; take: () => void } {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ready,
  );
  return {
    ready: now,
    take: () => {
      workbox?.addEventListener('controlling', () => window.location.reload());
      workbox?.messageSkipWaiting();
    },
  };
}
