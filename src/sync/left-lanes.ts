import { pullChanges } from '#contract/sync/sync.ts';
import { leftLanes, reclaimLeftLane } from '#src/outbox/fork.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import { readFeed } from '#src/store/meta.ts';
import { ask } from './transport/ask.ts';
import type { SyncPorts } from './transport/ports.ts';

/**
 * For each lane that this device has replaced, asks how many of its changes the service still has, and sends missing ones again
 * [edge case 16]. A restored service may have lost changes of an earlier lane too. A pull under the lane's client id returns the
 * count and changes nothing. Returns false when there is no answer yet.
 */
export async function askForLeftLanes(ports: SyncPorts, commands: Commands, signal: AbortSignal): Promise<boolean> {
  const { store } = ports;
  const { feed, lanes } = await store.read(async (tx) => ({ feed: await readFeed(tx), lanes: await leftLanes(tx) }));
  const { epoch, scope, since } = feed;
  for (const clientId of since === null ? [] : lanes) {
    const args = { customerId: store.key.customerId, clientId, epoch, scope, since: since ?? 0, seen: Number.MAX_SAFE_INTEGER };
    const verdict = await ask(ports, pullChanges, args, signal);
    if (verdict.kind !== 'reply' || verdict.value.kind === 'resync') return false;
    // An administrator wiped this lane after the device replaced it. The service reports no count for it.
    if (verdict.value.kind === 'wipe') continue;
    const { lastSeq } = verdict.value;
    await store.write((tx) => reclaimLeftLane(tx, commands, clientId, lastSeq));
  }
  return true;
}
