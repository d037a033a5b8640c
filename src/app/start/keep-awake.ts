const askMs = 100;

/**
 * A page that is left may be kept asleep for the way back, with whatever it or its workers had begun: an upgrade of the store,
 * say, for which every other page would wait until the tab closes. The browser discards a sleeper that holds a lock which
 * somebody asks for alone; so each page asks, and then holds it beside the others.
 */
export function keepAwake(): void {
  const hold = () => navigator.locks.request('jobdock-page', { mode: 'shared' }, () => new Promise<never>(() => {}));
  void navigator.locks
    .request('jobdock-page', { signal: AbortSignal.timeout(askMs) }, () => undefined)
    .catch(() => undefined)
    .then(hold);
}
