import { nextTurn } from '#src/sync/browser-ports.ts';

/** A thread that works for longer than this without a break answers late. */
const longMs = 12;

/** Breaks for long work: each lets what waits for this thread be answered, where it has worked for long since the last one. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longMs) return;
    await nextTurn();
    since = performance.now();
  };
}
