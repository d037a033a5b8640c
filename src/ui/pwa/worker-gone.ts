/** True if the service wants its service worker removed, for example after a broken release. No response means false. */
export async function isWorkerGone(): Promise<boolean> {
  const answer = await fetch('/sw-status', { cache: 'no-store' }).catch(() => null);
  const status: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  return typeof status === 'object' && status !== null && 'gone' in status && status.gone === true;
}

/** Removes the service workers and their cached files. The user's data is stored elsewhere and stays. */
export async function removeWorkers(registrations: readonly ServiceWorkerRegistration[]): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  for (const registration of registrations) await registration.unregister();
}
