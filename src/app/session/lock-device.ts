import { lockWork } from '#src/outbox/lock.ts';
import { type DeviceStore, type DeviceStores, openDeviceStores } from '#src/store/device-stores.ts';
import { localSettings } from '#src/store/local-settings.ts';
import { forgetMirror } from '#src/store/mirror.ts';
import { userHash } from '#src/store/store-name.ts';
import { wipeRows } from '#src/store/wipe.ts';
import { openBrowserDevice } from '#src/sync/browser-ports.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';

/** Removes a user's rows from this device and seals their unsent work after the session ends [edge case 20]. Works offline. */
export const lockDevice = (userId: number): Promise<void> =>
  withStoresOf(userId, async (list, stores) => {
    for (const one of stores.filter(({ rows }) => rows > 0)) {
      const { customerId, impersonation } = one;
      const store = await openBrowserStore({ origin: window.location.origin, userId, customerId, impersonation });
      await lockWork(store).finally(() => store.close());
      await list.note({ ...one, rows: 0, lastCompleteAt: null });
    }
  });

/**
 * Removes a user's data of every customer that they have no access to any more, whichever is on the screen. Unsent changes stay, to
 * be exported or sent once access returns [edge case 21].
 */
export const keepOnly = (userId: number, customers: readonly number[]): Promise<void> =>
  withStoresOf(userId, async (list, stores) => {
    const lost = stores.filter((one) => one.impersonation === null && !customers.includes(one.customerId));
    for (const one of lost) {
      if (one.unsent === 0) {
        await list.remove(one.name);
        forgetMirror(one.name, localSettings);
      } else if (one.rows > 0) {
        const { origin } = window.location;
        const store = await openBrowserStore({ origin, userId, customerId: one.customerId, impersonation: null });
        await wipeRows(store).finally(() => store.close());
        await list.note({ ...one, rows: 0, lastCompleteAt: null });
      }
    }
  });

async function withStoresOf(
  userId: number,
  work: (list: DeviceStores, stores: readonly DeviceStore[]) => Promise<void>,
): Promise<void> {
  const { origin } = window.location;
  const device = openBrowserDevice();
  const mine = await userHash(origin, userId, (text) => device.digest(text)).finally(() => device.close());
  const list = openDeviceStores();
  try {
    await work(
      list,
      (await list.list()).filter((one) => one.userHash === mine),
    );
  } finally {
    list.close();
  }
}
