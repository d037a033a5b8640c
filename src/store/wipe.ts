import { countSealed, emptyFeed, newLane, putMeta, readFeed, readLane, removeMeta } from './meta.ts';
import { makingRoom } from './reserve.ts';
import { dropBase } from './snapshot-blocks.ts';
import type { Store } from './store.ts';

/** Removes rows, cached replies, and drafts. Unsent changes stay for the user's next sign-in [edge cases 19, 21]. */
export async function wipeRows(store: Store): Promise<void> {
  await clearAside(store);
  await makingRoom(store, () =>
    store.write(async (tx) => {
      await dropBase(tx);
      await tx.clear('overlay');
      await putMeta(tx, 'feed', { ...emptyFeed, lastSeq: (await readFeed(tx)).lastSeq });
    }),
  );
}

/**
 * Removes everything, including unsent and sealed changes, and starts a new lane, because the service ordered it for `clientId`
 * [edge case 20]. Only the receipt for the service remains. Returns false and removes nothing when the device has another lane by
 * now.
 */
export async function wipeAll(store: Store, clientId: string): Promise<boolean> {
  const isWiped = await store.write(async (tx) => {
    if ((await readLane(tx)).clientId !== clientId) return false;
    const unsent = (await tx.list('outbox')).filter((entry) => entry.state !== 'acked').length;
    await putMeta(tx, 'wiped', { clientId, unsent: unsent + (await countSealed(tx)) });
    await removeMeta(tx, 'sealed');
    await removeMeta(tx, 'lockBox');
    await dropBase(tx);
    for (const table of ['overlay', 'outbox', 'ackJournal'] as const) await tx.clear(table);
    await putMeta(tx, 'feed', emptyFeed);
    await putMeta(tx, 'lane', newLane(store.device.newId()));
    tx.outboxChanged();
    return true;
  });
  if (isWiped) {
    await clearAside(store);
    await store.aside('write', (tx) => tx.clear('files'));
  }
  return isWiped;
}

async function clearAside(store: Store): Promise<void> {
  await store.aside('write', async (tx) => {
    await tx.clear('cached');
    await tx.clear('drafts');
  });
}
