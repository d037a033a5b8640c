/**
 * A page that is left may be kept asleep for the way back, with whatever its workers had begun: an upgrade of the store, say,
 * for which every other page then waits until the tab closes. A page that holds a lock is not kept; its next visit starts
 * from the store, which is as quick.
 */
export function keepAwake(): void {
  void navigator.locks.request('jobdock-page', { mode: 'shared' }, () => new Promise<never>(() => {}));
}
