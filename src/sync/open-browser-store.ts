import { openStore, type Store, type StoreKey } from '#src/store/store.ts';
import { storeName } from '#src/store/store-name.ts';
import { openDexieBackend } from '#src/store/tables/dexie-backend.ts';
import { browserClock, openBrowserDevice } from './browser-ports.ts';
import { sleep } from './transport/ports.ts';

type Options = {
  /** Another tab runs a newer version of the app, or removed the store. This page must reload. */
  readonly onOutdated?: () => void;
  /** The browser lost its storage and did not recover it. Only a new page helps [edge case 23]. */
  readonly onLost?: () => void;
};

/** Name of the store in this browser, or null when there is none. Opening it would create one. */
export async function findBrowserStore(key: StoreKey): Promise<string | null> {
  const device = openBrowserDevice();
  const name = await storeName(key, (text) => device.digest(text)).finally(() => device.close());
  return (await indexedDB.databases()).some((one) => one.name === name) ? name : null;
}

/** Opens a store in this browser, in a page or a worker. It reports changes of all tabs and workers. */
export async function openBrowserStore(key: StoreKey, { onOutdated, onLost }: Options = {}): Promise<Store> {
  const device = openBrowserDevice();
  const name = await storeName(key, (text) => device.digest(text));
  const backend = await openDexieBackend(name, {
    sleep: (ms) => sleep(browserClock, ms),
    ...(onOutdated ? { onOutdated } : {}),
    ...(onLost ? { onLost } : {}),
  });
  const store = await openStore(backend, key, device);
  return {
    ...store,
    close() {
      store.close();
      device.close();
    },
    async destroy() {
      device.close();
      await store.destroy();
    },
  };
}
