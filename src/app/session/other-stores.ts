import { readOutbox } from '#src/outbox/items.ts';
import { isUnsettled } from '#src/outbox/lane-entries.ts';
import { lockWork, readSealed } from '#src/outbox/lock.ts';
import { type DeviceStore, type DeviceStores, openDeviceStores } from '#src/store/device-stores.ts';
import { localSettings } from '#src/store/local-settings.ts';
import { forgetMirror } from '#src/store/mirror.ts';
import type { Store } from '#src/store/store.ts';
import { userHash } from '#src/store/store-name.ts';
import { openBrowserStore } from '#src/sync/open-browser-store.ts';
import type { OpenedStore } from './opened-store.ts';

/** The same user's stores for other customers. */
async function othersOf(here: Store, list: DeviceStores): Promise<DeviceStore[]> {
  const mine = await userHash(here.key.origin, here.key.userId, (text) => here.device.digest(text));
  return (await list.list()).filter((one) => one.userHash === mine && one.name !== here.name && one.impersonation === null);
}

/** Opens the device's list of stores for `work`, then closes it. */
async function withList<T>(work: (list: DeviceStores) => Promise<T>): Promise<T> {
  const list = openDeviceStores();
  return work(list).finally(() => list.close());
}

type Open = (other: { customerId: number; customerName: string }) => Promise<OpenedStore>;

/** Drains outboxes of other customers, whichever customer is on the screen [edge case 14]. Closes each once it is empty. */
export function drainOthers(here: Store, open: Open): () => void {
  const running = new Set<OpenedStore>();
  let stopped = false;
  const end = (opened: OpenedStore) => {
    if (running.delete(opened)) opened.close();
  };
  const run = async () => {
    const others = (await withList((list) => othersOf(here, list))).filter(({ unsent }) => unsent > 0);
    for (const { customerId, customer } of others) {
      if (stopped) return;
      const opened = await open({ customerId, customerName: customer });
      running.add(opened);
      if (stopped) return end(opened);
      const endIfEmpty = async () => {
        const { store } = opened.value;
        if ((await readSealed(store)).length === 0 && !(await readOutbox(store)).some(isUnsettled)) end(opened);
      };
      opened.engine.subscribe(() => void endIfEmpty().catch(() => undefined));
    }
  };
  run().catch(() => undefined);
  return () => {
    stopped = true;
    for (const opened of running) end(opened);
  };
}

/** On sign-out, removes the rows of every other customer; unsent work stays, locked [edge case 19]. */
export async function clearOthers(here: Store): Promise<void> {
  await withList(async (list) => {
    for (const other of await othersOf(here, list)) {
      if (other.unsent > 0) await keepUnsentOnly(here, other, list);
      else await removeOne(list, other.name);
    }
  });
}

async function keepUnsentOnly(here: Store, other: DeviceStore, list: DeviceStores): Promise<void> {
  const store = await openBrowserStore({ ...here.key, customerId: other.customerId });
  await lockWork(store).finally(() => store.close());
  await list.note({ ...other, rows: 0, lastCompleteAt: null });
}

/** Removes data that was read while working as another user, once that has ended [edge case 18]. */
export async function removeEndedImpersonations(here: Store): Promise<void> {
  await withList(async (list) => {
    const ended = (await list.list()).filter((one) => one.impersonation !== null && one.name !== here.name);
    for (const { name } of ended) await removeOne(list, name);
  });
}

/** Notes that a store's rows were removed; its unsent changes still count. */
export const noteEmptied = (name: string): Promise<void> =>
  withList(async (list) => {
    const one = (await list.list()).find((other) => other.name === name);
    if (one) await list.note({ ...one, rows: 0, lastCompleteAt: null });
  });

/** Deletes one store of this device, with its list entry and mirror. */
export const forgetStore = (name: string): Promise<void> => withList((list) => removeOne(list, name));

async function removeOne(list: DeviceStores, name: string): Promise<void> {
  await list.remove(name);
  forgetMirror(name, localSettings);
}
