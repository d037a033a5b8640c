const askMs = 100;

/**
 * The browser can keep a page asleep for the Back button in the middle of its work, such as an upgrade of the store. Other
 * pages would then wait until the tab closes. The browser discards a sleeping page that holds a lock which another page
 * requests exclusively. So each page requests the lock exclusively at start, then holds it shared.
 */
export function keepAwake(): void {
  const hold = () => navigator.locks.request('jobdock-page', { mode: 'shared' }, () => new Promise<never>(() => {}));
  void navigator.locks
    .request('jobdock-page', { signal: AbortSignal.timeout(askMs) }, () => undefined)
    .catch(() => undefined)
    .then(hold);
}
