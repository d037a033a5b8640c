import { openDexieBackend } from '#src/store/dexie-backend.ts';
import { openStore, type Store, type StoreKey } from '#src/store/store.ts';
import { storeName } from '#src/store/store-name.ts';
import { browserClock, openBrowserDevice } from '#src/sync/browser-ports.ts';
import { sleep } from '#src/sync/ports.ts';

/** Opens a store in a worker, for reading beside the page that writes it; changes of every tab are heard. */
export async function openWorkerStore(key: StoreKey): Promise<Store> {
  const device = openBrowserDevice();
  const name = await storeName(key, (text) => device.digest(text));
  const backend = await openDexieBackend(name, { sleep: (ms) => sleep(browserClock, ms) });
  const store = await openStore(backend, key, device);
  return {
    ...store,
    close() {
      store.close();
      device.close();
    },
  };
}
