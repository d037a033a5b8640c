import { confirmWipe } from '#contract/sync/devices.ts';
import { readMeta, removeMeta } from '#src/store/meta.ts';
import { ask } from './transport/ask.ts';
import type { SyncPorts } from './transport/ports.ts';

/**
 * Reports to the service that this device was wiped and how many unsent changes were lost [edge case 20]. The receipt is kept
 * until the service accepts it.
 */
export async function sendWipeReceipt(ports: SyncPorts): Promise<void> {
  const { store } = ports;
  const wiped = await store.read((tx) => readMeta(tx, 'wiped'));
  if (!wiped) return;
  const verdict = await ask(ports, confirmWipe, { customerId: store.key.customerId, ...wiped });
  if (verdict.kind === 'reply' || verdict.kind === 'gone') await store.write((tx) => removeMeta(tx, 'wiped'));
}
