import { countSealed } from '#src/store/meta.ts';
import type { StoreKey } from '#src/store/store.ts';
import { openDexieBackend } from '#src/store/tables/dexie-backend.ts';
import { browserClock } from '#src/sync/browser-ports.ts';
import { findBrowserStore } from '#src/sync/open-browser-store.ts';
import { sleep } from '#src/sync/transport/ports.ts';
import type { Person } from './session-keeper.ts';

/** Name of the file for an exported outbox. */
export const outboxFile = 'jobdock-outbox.json';

/** The unsent work in a store that cannot be opened. */
export type ClosedStore = {
  readonly name: string;
  readonly unsent: number;
  /** The outbox as JSON, for a file. */
  readonly text: string;
};

/** The key of the store for the user and customer on the screen. */
const keyOf = ({ role, customer }: Pick<Person, 'role' | 'customer'>): StoreKey => ({
  origin: window.location.origin,
  userId: role.userId,
  customerId: customer.id,
  impersonation: role.actingAs?.by ?? null,
});

/**
 * Reads only the outbox of a store that this version cannot open: the shape of that table never changes. Null if the device has
 * no such store.
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
