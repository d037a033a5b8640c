import { countSealed } from '#src/store/meta.ts';
import type { StoreKey } from '#src/store/store.ts';
import { openDexieBackend } from '#src/store/tables/dexie-backend.ts';
import { browserClock } from '#src/sync/browser-ports.ts';
import { findBrowserStore } from '#src/sync/open-browser-store.ts';
import { sleep } from '#src/sync/transport/ports.ts';
import type { Person } from './session-keeper.ts';

/** Name of the file that an outbox is exported to. */
export const outboxFile = 'jobdock-outbox.json';

/** What a store that cannot be opened holds of its person's work. */
export type ClosedStore = {
  readonly name: string;
  readonly unsent: number;
  /** The outbox as it stands, for a file. */
  readonly text: string;
};

/** The store of what is on the screen. */
const keyOf = ({ role, customer }: Pick<Person, 'role' | 'customer'>): StoreKey => ({
  origin: window.location.origin,
  userId: role.userId,
  customerId: customer.id,
  impersonation: role.actingAs?.by ?? null,
});

/**
 * Reads the outbox of a store that this version cannot open, without a word about the rest: that table never changes shape. Null
 * where the device holds no such store.
 */
export async function readClosedStore(person: Pick<Person, 'role' | 'customer'>): Promise<ClosedStore | null> {
  const key = keyOf(person);
  const name = await findBrowserStore(key);
  if (name === null) return null;
  const backend = await openDexieBackend(name, { sleep: (ms) => sleep(browserClock, ms) });
  const { outbox, sealed } = await backend
    .run('read', ['outbox', 'meta'], async (tx) => ({ outbox: await tx.list('outbox'), sealed: await countSealed(tx) }))
    .finally(() => backend.close());
  const unsent = outbox.filter((entry) => entry.state !== 'acked').length + sealed;
  return { name, unsent, text: JSON.stringify({ store: name, customerId: key.customerId, outbox }, null, 2) };
}
