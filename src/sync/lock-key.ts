import { readLockKey } from '#contract/sync/devices.ts';
import { readSealed, unlockWork } from '#src/outbox/lock.ts';
import { makeLockBox } from '#src/store/lock-box.ts';
import { putMeta, readLane, readMeta } from '#src/store/meta.ts';
import { ask } from './transport/ask.ts';
import type { SyncPorts } from './transport/ports.ts';
import type { Verdict } from './transport/verdict.ts';

/** `reply` true: continue; changes that could not be opened stay sealed. False: the device must wipe itself. */
type Opened = Verdict<boolean>;

/**
 * Opens the changes that were sealed when their user signed out [edge case 19]. Runs before anything is sent, because sealed
 * changes come first in the lane. If the service refuses the key, they stay sealed.
 */
export async function openSealed(ports: SyncPorts, signal: AbortSignal): Promise<Opened> {
  const { store } = ports;
  for (const sealed of await readSealed(store)) {
    const { clientId } = sealed.box;
    const verdict = await ask(ports, readLockKey, { customerId: store.key.customerId, clientId }, signal);
    if (verdict.kind === 'no_access' || verdict.kind === 'unfit') continue;
    if (verdict.kind !== 'reply') return verdict;
    if (verdict.value.kind === 'wipe') return { kind: 'reply', value: false };
    await unlockWork(store, sealed, verdict.value.key);
  }
  return { kind: 'reply', value: true };
}

/** Prepares the device to seal its changes at any time, even offline [D8.3]. A failure is retried at the next handshake. */
export async function keepLockBox(ports: SyncPorts, signal: AbortSignal): Promise<void> {
  const { store } = ports;
  const { box, lane } = await store.read(async (tx) => ({ box: await readMeta(tx, 'lockBox'), lane: await readLane(tx) }));
  if (box) return;
  const { clientId } = lane;
  const verdict = await ask(ports, readLockKey, { customerId: store.key.customerId, clientId }, signal);
  if (verdict.kind !== 'reply' || verdict.value.kind !== 'key') return;
  const made = await makeLockBox(clientId, verdict.value.key);
  await store.write(async (tx) => {
    if (!(await readMeta(tx, 'lockBox'))) await putMeta(tx, 'lockBox', made);
  });
}
