import { lockWork } from '#src/outbox/lock.ts';
import { openDeviceStores } from '#src/store/device-stores.ts';
import { userHash } from '#src/store/store-name.ts';
import { openBrowserDevice } from '#src/sync/browser-ports.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';

/** Removes a user's rows from this device and seals their unsent work after the session ends [edge case 20]. Works offline. */
export async function lockDevice(userId: number): Promise<void> {
  const { origin } = window.location;
  const device = openBrowserDevice();
  const mine = await userHash(origin, userId, (text) => device.digest(text)).finally(() => device.close());
  const list = openDeviceStores();
  try {
    const stores = (await list.list()).filter((one) => one.userHash === mine && one.rows > 0);
    for (const one of stores) {
      const { customerId, impersonation } = one;
      const store = await openBrowserStore({ origin, userId, customerId, impersonation });
      await lockWork(store).finally(() => store.close());
      await list.note({ ...one, rows: 0, lastCompleteAt: null });
    }
  } finally {
    list.close();
  }
}
