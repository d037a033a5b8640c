import * as z from 'zod';
import { watchLive } from '#contract/sync.ts';
import { sendSigned } from './ask.ts';
import { type SyncPorts, sleep } from './ports.ts';
import { requestOf } from './request.ts';
import { lines } from './snapshot.ts';
import { verdictOfHead } from './verdict.ts';

/** Reconnections spread over this, so that a restarted service is not stormed [S4]. */
const spreadMs = 30_000;
/** The service beats every 20 s; two missed beats end the connection. */
const silenceMs = 45_000;

const parsePoke = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
};
const Poke = z.object({ rev: z.number() });

/**
 * Listens for pokes as the leading tab of the origin until `signal` aborts; other tabs see what it pulls. Without it the safety
 * poll still brings everything.
 */
export function watchPokes(ports: SyncPorts, onPoke: (rev: number) => void, signal: AbortSignal): Promise<void> {
  return ports.locks.lead(`live:${ports.store.name}`, signal, async () => {
    while (!signal.aborted) {
      await listen(ports, onPoke, signal).catch(() => undefined);
      await sleep(ports.clock, 1_000 + ports.random.unit() * spreadMs, signal);
    }
  });
}

async function listen(
  { net, tokens, store, clock }: SyncPorts,
  onPoke: (rev: number) => void,
  signal: AbortSignal,
): Promise<void> {
  // Nobody signed in: the push and pull loops find out; a token of theirs is enough to try again.
  if (tokens.current() === null) return;
  const closing = new AbortController();
  const either = AbortSignal.any([signal, closing.signal]);
  const request = requestOf(watchLive, { customerId: store.key.customerId });
  const answer = await sendSigned(net, tokens, { ...request, timeoutMs: 20_000, signal: either });
  if (answer.kind === 'unreachable') return;
  const spoken = verdictOfHead(answer);
  if (spoken.kind === 'failed' || spoken.answer.status !== 200) return;
  try {
    for await (const line of lines(clock, spoken.answer, either, silenceMs)) {
      if (!line.startsWith('data:')) continue;
      const poke = Poke.safeParse(parsePoke(line.slice(5)));
      if (poke.success) onPoke(poke.data.rev);
    }
  } finally {
    closing.abort();
  }
}
