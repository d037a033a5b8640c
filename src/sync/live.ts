import * as z from 'zod';
import { watchLive } from '#contract/sync/sync.ts';
import { lines } from './snapshot.ts';
import { sendSigned } from './transport/ask.ts';
import { type SyncPorts, sleep } from './transport/ports.ts';
import { requestOf } from './transport/request.ts';
import { verdictOfHead } from './transport/verdict.ts';

/** Reconnections are spread over this time, so that a restarted service is not overloaded [S4]. */
const spreadMs = 30_000;
/** The service sends a heartbeat every 20 s. Two missed heartbeats end the connection. */
const silenceMs = 45_000;

const parsePoke = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
};
const Poke = z.object({ rev: z.number() });

export type LiveEvents = {
  /** The service has changes to pull. */
  readonly poked: () => void;
  /** The connection is open: send what waited for it, and pull, because pokes may have been missed. */
  readonly opened: () => void;
  /** An open connection broke: the first sign of a lost network, long before the next poll. */
  readonly broke: () => void;
};

/**
 * Listens for pokes in the leading tab of the origin until `signal` aborts. Other tabs see what this tab pulls. Without pokes,
 * the safety poll still brings every change.
 */
export function watchPokes(ports: SyncPorts, hear: LiveEvents, signal: AbortSignal): Promise<void> {
  return ports.locks.lead(`live:${ports.store.name}`, signal, async () => {
    while (!signal.aborted) {
      await listen(ports, hear, signal).catch(() => undefined);
      await sleep(ports.clock, 1_000 + ports.random.unit() * spreadMs, signal);
    }
  });
}

async function listen({ net, tokens, store, clock }: SyncPorts, hear: LiveEvents, signal: AbortSignal): Promise<void> {
  // Not signed in. The push and pull loops handle that, and the next token they get is enough to try again.
  if (tokens.current() === null) return;
  const closing = new AbortController();
  const either = AbortSignal.any([signal, closing.signal]);
  const request = requestOf(watchLive, { customerId: store.key.customerId });
  const answer = await sendSigned(net, tokens, { ...request, timeoutMs: 20_000, signal: either });
  if (answer.kind === 'unreachable') return;
  const spoken = verdictOfHead(answer);
  if (spoken.kind === 'failed' || spoken.answer.status !== 200) return;
  hear.opened();
  try {
    for await (const line of lines(clock, spoken.answer, either, silenceMs)) {
      if (!line.startsWith('data:')) continue;
      const poke = Poke.safeParse(parsePoke(line.slice(5)));
      if (poke.success) hear.poked();
    }
  } finally {
    closing.abort();
    if (!signal.aborted) hear.broke();
  }
}
