import type { Live } from '../kit/http/live.ts';

/**
 * Server-sent events `{customer, rev}` [S4]: at once the head, then every move, and a comment line after 20 quiet seconds.
 * Ends when `signal` aborts: the caller left, lost their right, or the service drains.
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
    // Watching begins before the head is read, so that no move falls between the two.
    let next = moves.next();
    // A device reconnects on its own, spread over half a minute; the browser must not do it sooner.
    yield `retry: 30000\n${event(await readHead())}`;
    for (let move = await next; !move.done; move = await next) {
      yield move.value === null ? ': beat\n\n' : event(move.value);
      next = moves.next();
    }
  } finally {
    left.abort();
  }
}
