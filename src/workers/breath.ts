/** A thread that works for longer than this without a break answers late. */
const longMs = 12;

/** Breaks for long work: each lets what waits for this thread be answered, where it has worked for long since the last one. */
export function createBreath(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < longMs) return;
    await nextTurn();
    since = performance.now();
  };
}

/** The event loop's next turn, behind the messages that are already there; a timer would come up to 4 ms later. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
    port2.postMessage(null);
  });
}
