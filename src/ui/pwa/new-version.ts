import { useSyncExternalStore } from 'react';
import { Workbox } from 'workbox-window';
import { isWorkerGone, removeWorkers } from './worker-gone.ts';

let workbox: Workbox | null = null;
let ready = false;
const listeners = new Set<() => void>();
const hourMs = 3_600_000;

/** Installs the service worker and looks for a new version hourly. A new one waits: nothing reloads by itself. */
export function watchVersions(): void {
  if (!('serviceWorker' in navigator) || workbox) return;
  const worker = new Workbox('/sw.js');
  workbox = worker;
  worker.addEventListener('waiting', () => {
    ready = true;
    for (const listener of listeners) listener();
  });
  // A browser without storage for the worker still runs the app, only not offline.
  void (async () => {
    if (await isWorkerGone()) await removeWorkers(await navigator.serviceWorker.getRegistrations());
    else await worker.register();
  })().catch(() => undefined);
  window.setInterval(() => void worker.update().catch(() => undefined), hourMs);
}

/** Whether a new version waits, and how to take it: the page reloads as soon as the new one is in charge. */
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
