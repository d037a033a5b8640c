import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { protocolVersion, type sendHello as SendHello, sendHello } from '#contract/sync/sync.ts';
import { forkLane } from '#src/outbox/fork.ts';
import { unsettledOf } from '#src/outbox/lane-entries.ts';
import { applyOutcomes } from '#src/outbox/outcomes.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import { type Lane, readLane } from '#src/store/meta.ts';
import { send } from './push.ts';
import { ask } from './transport/ask.ts';
import type { SyncPorts } from './transport/ports.ts';
import type { Verdict } from './transport/verdict.ts';

/** The service's answer, and the lane when the request was sent. Another tab may advance the lane before the answer arrives. */
export type Hello = ReplyOf<typeof SendHello> & { readonly asked: Lane };

/** What the device reports about itself to the service. */
export type DeviceFacts = {
  readonly label: string;
  readonly appVersion: string;
  readonly persisted: () => Promise<boolean>;
};

/** Starts the lane: asks what the service knows about this client. */
export async function handshake(ports: SyncPorts, device: DeviceFacts, signal?: AbortSignal): Promise<Verdict<Hello>> {
  const { lane, waiting } = await ports.store.read(async (tx) => {
    const lane = await readLane(tx);
    return { lane, waiting: unsettledOf(await tx.list('outbox'), lane.clientId) };
  });
  const verdict = await ask(
    ports,
    sendHello,
    {
      protocol: protocolVersion,
      clientId: lane.clientId,
      customerId: ports.store.key.customerId,
      deviceLabel: device.label,
      appVersion: device.appVersion,
      unsent: waiting.length,
      oldestUnsentAt: waiting[0]?.createdAt ?? null,
      persisted: await device.persisted(),
    },
    signal,
  );
  return verdict.kind === 'reply' ? { kind: 'reply', value: { ...verdict.value, asked: lane } } : verdict;
}

/**
 * Whether the service's counter and the lane's counter can belong together [edge cases 15, 16]. The answer may be late, so it is
 * compared with the lane as it was when the request was sent.
 */
export async function lanesAgree({ store }: SyncPorts, { known, last, asked }: Hello): Promise<boolean> {
  const lane = await store.read(readLane);
  if (lane.clientId !== asked.clientId) return true;
  if (!known) return asked.acked === 0;
  return last >= asked.acked && last < lane.nextSeq;
}

/**
 * Asks for the result of each change whose number the service has consumed, even if this copy of the device never sent it. If the
 * fingerprint matches, the service returns the result. If not, a clone of this device used the number. Then moves to a new lane.
 * A verdict other than `reply` means: no answer yet, try later.
 */
export async function fork(ports: SyncPorts, commands: Commands, hello: Hello, newId: string): Promise<Verdict<true>> {
  const { store } = ports;
  const { lane, open } = await store.read(async (tx) => {
    const lane = await readLane(tx);
    return { lane, open: unsettledOf(await tx.list('outbox'), lane.clientId) };
  });
  // Another tab has forked already.
  if (lane.clientId !== hello.asked.clientId) return { kind: 'reply', value: true };
  const last = hello.known ? hello.last : 0;
  for (const entry of open.filter(({ seq }) => seq <= last)) {
    const verdict = await send(ports, { clientId: lane.clientId, entries: [entry] });
    if (verdict.kind !== 'reply') return verdict;
    const reply = verdict.value;
    if (reply.kind === 'busy') return { kind: 'wait', afterMs: reply.retryAfterSeconds * 1000 };
    if (reply.kind === 'done')
      await store.write((tx) => applyOutcomes(tx, commands, lane.clientId, reply.outcomes, verdict.servedAt));
  }
  await store.write(async (tx) => {
    // Another tab may have forked in the meantime.
    if ((await readLane(tx)).clientId !== lane.clientId) return;
    await forkLane(tx, commands, newId, last < hello.asked.acked ? last : null);
  });
  return { kind: 'reply', value: true };
}
