import { AsyncLocalStorage } from 'node:async_hooks';
import type { TargetReply } from './target-http.ts';

/** What a target answered to the writing calls of one step of the queue: the highest status, and every body. Never a header. */
export type Exchange = { status: number | null; readonly bodies: unknown[] };

const current = new AsyncLocalStorage<Exchange>();

/** Notes a reply for the step that keeps the exchange. Called where writing calls are judged, so no adapter has to carry bodies along. */
export function noteReply({ status, body }: TargetReply): void {
  const exchange = current.getStore();
  if (!exchange) return;
  exchange.status = Math.max(exchange.status ?? 0, status);
  if (body !== null) exchange.bodies.push(body);
}

/** Makes a call to a target and returns what was noted during it. Sign-ins are no writing calls, so their answers are never noted. */
export async function withExchange<T>(call: () => Promise<T>): Promise<{ readonly answer: T; readonly exchange: Exchange }> {
  const exchange: Exchange = { status: null, bodies: [] };
  return { answer: await current.run(exchange, call), exchange };
}
