/** Whether the service wants its service worker removed: the way out, should a broken one ever have shipped. No answer is no. */
export async function isWorkerGone(): Promise<boolean> {
  const answer = await fetch('/sw-status', { cache: 'no-store' }).catch(() => null);
  const status: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  return typeof status === 'object' && status !== null && 'gone' in status && status.gone === true;
}

/** Removes workers with the files that they keep; what the app keeps of a person's work is elsewhere. */
export async function removeWorkers(registrations: readonly ServiceWorkerRegistration[]): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  for (const registration of registrations) await registration.unregister();
}
