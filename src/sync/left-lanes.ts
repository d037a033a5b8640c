import { pullChanges } from '#contract/sync/sync.ts';
import { leftLanes, reclaimLeftLane } from '#src/outbox/fork.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import { readFeed } from '#src/store/meta.ts';
import { ask } from './transport/ask.ts';
import type { SyncPorts } from './transport/ports.ts';

/**
 * Asks how much the service still has of each lane that this device left, and offers again what is gone [edge case 16]: a
 * service that went back may have lost changes of an earlier lane, too. A pull under the lane's name says it and changes
 * nothing. False: no answer yet.
 */
export async function askForLeftLanes(ports: SyncPorts, commands: Commands, signal: AbortSignal): Promise<boolean> {
  const { store } = ports;
  const { feed, lanes } = await store.read(async (tx) => ({ feed: await readFeed(tx), lanes: await leftLanes(tx) }));
  const { epoch, scope, since } = feed;
  for (const clientId of since === null ? [] : lanes) {
    const args = { customerId: store.key.customerId, clientId, epoch, scope, since: since ?? 0, seen: Number.MAX_SAFE_INTEGER };
    const verdict = await ask(ports, pullChanges, args, signal);
    if (verdict.kind !== 'reply' || verdict.value.kind === 'resync') return false;
    // An administrator gave the lane up, after this device had: nothing is said of it any more.
    if (verdict.value.kind === 'wipe') continue;
    const { lastSeq } = verdict.value;
    await store.write((tx) => reclaimLeftLane(tx, commands, clientId, lastSeq));
  }
  return true;
}
