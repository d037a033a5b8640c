import { newLane, putMeta, readFeed, readLane } from '#src/store/meta.ts';
import type { StoreTx } from '#src/store/store.ts';
import type { BackendTx } from '#src/store/tables/backend.ts';
import type { OutboxEntry, ParkReason } from '#src/store/tables/tables.ts';
import { unsettledOf } from './lane-entries.ts';
import { rebase } from './overlay.ts';
import { type Commands, commandIn } from './run-command.ts';

const lost: ParkReason = {
  code: 'lost',
  message: 'The service was restored from a backup and no longer has this change. Resend it?',
  conflicts: [],
};
const unsure: ParkReason = {
  code: 'confirm',
  message: 'These jobs may already be posted. Check them, then post again.',
  conflicts: [],
};

/**
 * Replaces a lane whose numbers differ between this device and the service (a cloned profile, a restored backup) with a new one
 * [edge case 15]. Unsettled changes get new numbers in the old order. Posts that may have arrived wait for the user. So do
 * acknowledged changes above `keptSeq`, which the service has lost (null: none lost).
 */
export async function forkLane(tx: StoreTx, commands: Commands, newClientId: string, keptSeq: number | null): Promise<void> {
  const old = await readLane(tx);
  const all = await tx.list('outbox');
  const unsettled = unsettledOf(all, old.clientId);
  const uncertain = unsettled.filter((entry) => entry.sent && commandIn(commands, entry.name)?.whenStale === 'confirm');
  const moving = unsettled.filter((entry) => !uncertain.includes(entry));
  const numbers = new Map(moving.map((entry, i) => [entry.seq, i + 1]));

  const moved = moving.map((entry): OutboxEntry => {
    const dependsOn = entry.dependsOn.flatMap((seq) => numbers.get(seq) ?? []);
    return { ...entry, clientId: newClientId, seq: numbers.get(entry.seq) ?? 0, dependsOn, state: 'waiting', sent: false };
  });
  await tx.put('outbox', [...moved, ...uncertain.map((entry): OutboxEntry => ({ ...entry, state: 'parked', parked: unsure }))]);
  if (keptSeq !== null) await reclaim(tx, old.clientId, keptSeq, all);

  await putMeta(tx, 'lane', { ...newLane(newClientId), nextSeq: moved.length + 1 });
  await putMeta(tx, 'feed', { ...(await readFeed(tx)), lastSeq: 0 });
  tx.outboxChanged();
  await rebase(tx, commands);
}

/** Replaced lanes whose acknowledged changes are still stored on this device. */
export async function leftLanes(tx: BackendTx): Promise<string[]> {
  const { clientId } = await readLane(tx);
  const acked = (await tx.list('outbox')).filter((entry) => entry.state === 'acked');
  const lanes = new Set([...acked, ...(await tx.list('ackJournal'))].map((entry) => entry.clientId));
  return [...lanes].filter((lane) => lane !== clientId);
}

/** Offers again the acknowledged changes of a replaced lane above `keptSeq`, which the service has lost [edge case 16]. */
export async function reclaimLeftLane(tx: StoreTx, commands: Commands, clientId: string, keptSeq: number): Promise<void> {
  if (!(await leftLanes(tx)).includes(clientId)) return;
  await reclaim(tx, clientId, keptSeq, await tx.list('outbox'));
  tx.outboxChanged();
  await rebase(tx, commands);
}

async function reclaim(tx: StoreTx, clientId: string, keptSeq: number, outbox: readonly OutboxEntry[]): Promise<void> {
  const isLost = (entry: OutboxEntry) => entry.clientId === clientId && entry.seq > keptSeq;
  const journalled = (await tx.list('ackJournal')).filter(isLost);
  const acked = outbox.filter((entry) => entry.state === 'acked' && isLost(entry));
  await tx.put(
    'outbox',
    [...journalled, ...acked].map((entry): OutboxEntry => ({ ...entry, state: 'parked', parked: lost })),
  );
  await tx.remove(
    'ackJournal',
    journalled.map(({ entry }) => entry),
  );
}
