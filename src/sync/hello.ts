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

/** What the service knows, and the lane as it was when it was asked: another tab may move it before the answer is there. */
export type Hello = ReplyOf<typeof SendHello> & { readonly asked: Lane };

/** What the service is told of this device. */
export type DeviceFacts = {
  readonly label: string;
  readonly appVersion: string;
  readonly persisted: () => Promise<boolean>;
};

/** Opens the lane: asks what the service knows of this client. */
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
 * Whether the service's counter and the lane's can belong together [edge cases 15, 16]. An answer may be old: only what the
 * lane knew when it asked can be missing in it.
 */
export async function lanesAgree({ store }: SyncPorts, { known, last, asked }: Hello): Promise<boolean> {
  const lane = await store.read(readLane);
  if (lane.clientId !== asked.clientId) return true;
  if (!known) return asked.acked === 0;
  return last >= asked.acked && last < lane.nextSeq;
}

/**
 * Asks for the fate of each change whose number the service has consumed, also where this copy of the device never sent it:
 * its own fingerprint brings its result, another's says that a twin of this device used the number. Then moves to a new lane.
 * A verdict means: no answer yet, try later.
 */
export async function fork(ports: SyncPorts, commands: Commands, hello: Hello, newId: string): Promise<Verdict<true>> {
  const { store } = ports;
  const { lane, open } = await store.read(async (tx) => {
    const lane = await readLane(tx);
    return { lane, open: unsettledOf(await tx.list('outbox'), lane.clientId) };
  });
  // Another tab forked already.
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
