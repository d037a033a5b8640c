import type { Live } from '../kit/http/live.ts';

/**
 * Server-sent events `{customer, rev}` [S4]: first the head, then every move, and a comment line after 20 s without an event.
 * Ends when `signal` aborts: the caller left or lost their right, or the service is shutting down.
 */
export async function* liveEvents(
  live: Live,
  customerId: number,
  readHead: () => Promise<number>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const event = (rev: number) => `data: ${JSON.stringify({ customer: customerId, rev })}\n\n`;
  const left = new AbortController();
  const moves = live.watch(customerId, AbortSignal.any([signal, left.signal]))[Symbol.asyncIterator]();
  try {
    // Starts to listen before it reads the head, so that no move is missed between the two.
    let next = moves.next();
    // A device reconnects by itself, at a random time within half a minute; the browser must not do it earlier.
    yield `retry: 30000\n${event(await readHead())}`;
    for (let move = await next; !move.done; move = await next) {
      yield move.value === null ? ': beat\n\n' : event(move.value);
      next = moves.next();
    }
  } finally {
    left.abort();
  }
}
