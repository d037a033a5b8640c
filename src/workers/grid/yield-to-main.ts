import { nextTurn } from '#src/sync/browser-ports.ts';

/** A thread that works longer than this without a break responds late. */
const longMs = 12;

/** Breaks for long work. The returned function yields to waiting messages when the last break was long ago. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longMs) return;
    await nextTurn();
    since = performance.now();
  };
}

/** Runs steps of work that no one waits for, with breaks for the messages that arrive meanwhile. */
export async function runBeside(steps: Iterator<unknown>): Promise<void> {
  await nextTurn();
  const yieldToMain = createYield();
  while (!steps.next().done) await yieldToMain();
}
