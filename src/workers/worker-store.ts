import { openDexieBackend } from '#src/store/dexie-backend.ts';
import { type Device, openStore, type Store, type StoreKey } from '#src/store/store.ts';
import { storeName } from '#src/store/store-name.ts';

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

/** Opens a store for reading beside the page that writes it; changes of every tab are heard. */
export async function openWorkerStore(key: StoreKey): Promise<Store> {
  const name = await storeName(key, digest);
  const channel = new BroadcastChannel('jobdock-store');
  const device: Device = {
    now: () => Date.now(),
    newId,
    digest,
    channel: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin
      post: (message) => channel.postMessage(message),
      listen(hear) {
        const onMessage = (event: MessageEvent) => hear(event.data);
        channel.addEventListener('message', onMessage);
        return () => channel.removeEventListener('message', onMessage);
      },
    },
  };
  const store = await openStore(await openDexieBackend(name, { sleep }), key, device);
  return {
    ...store,
    close() {
      store.close();
      channel.close();
    },
  };
}
