import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { readExportKeys } from '#contract/people/export-keys.ts';
import { openDeviceStores } from '#src/store/device-stores.ts';
import { openSeal, type Sealed } from '#src/store/lock-box.ts';
import { readSeals } from '#src/store/meta.ts';
import { openDexieBackend } from '#src/store/tables/dexie-backend.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';

/** The keys of sealed changes, by lane. */
export type Keys = ReplyOf<typeof readExportKeys>['keys'];

/** The unsent changes that this device keeps for one person and customer, sealed since their session ended. */
export type SealedWork = {
  readonly store: string;
  readonly customerId: number;
  readonly customer: string;
  readonly seals: readonly Sealed[];
};

const sleep = (ms: number) => new Promise<void>((resolve) => window.setTimeout(resolve, ms));

/** All sealed changes of this device. */
export async function findSealedWork(): Promise<SealedWork[]> {
  const list = openDeviceStores();
  const stores = await list.list().finally(() => list.close());
  const found = stores.filter(({ unsent, impersonation }) => unsent > 0 && impersonation === null);
  const works = await Promise.all(
    found.map(async ({ name, customerId, customer }) => {
      const backend = await openDexieBackend(name, { sleep });
      const seals = await backend.run('read', ['meta'], readSeals).finally(() => backend.close());
      return { store: name, customerId, customer, seals };
    }),
  );
  return works.filter(({ seals }) => seals.length > 0);
}

/** The lanes whose keys open some sealed changes. */
export const lanesOf = ({ seals }: SealedWork): string[] => [...new Set(seals.map(({ box }) => box.clientId))];

/** The changes that these keys open, oldest first. The seals stay on the device. */
export async function openWork({ store, seals }: SealedWork, keys: Keys): Promise<OutboxEntry[]> {
  const byLane = new Map(keys.map(({ clientId, key }) => [clientId, key]));
  const opened: OutboxEntry[] = [];
  for (const sealed of seals) {
    const key = byLane.get(sealed.box.clientId);
    const text = key === undefined ? null : await openSeal(sealed, store, key);
    if (text !== null)
      opened.push(...(JSON.parse(text) as { outbox: OutboxEntry[] }).outbox.filter(({ state }) => state !== 'acked'));
  }
  return opened;
}
