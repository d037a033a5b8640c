import { Dexie, type Table } from 'dexie';

/** A store on this device, for the page that lists and removes stores. */
export type DeviceStore = {
  readonly name: string;
  readonly userHash: string;
  readonly customerId: number;
  readonly customer: string;
  readonly impersonation: string | null;
  readonly rows: number;
  readonly lastCompleteAt: string | null;
  readonly unsent: number;
  /** Offline work is allowed until this time [edge case 20]. */
  readonly leaseUntil: string | null;
};

export type DeviceStores = {
  list(): Promise<DeviceStore[]>;
  /** Adds a store or updates its entry. */
  note(store: DeviceStore): Promise<void>;
  /** Deletes a store's database and its entry. Unsent changes in it are lost, so the caller must confirm first. */
  remove(name: string): Promise<void>;
  close(): void;
};

/** The list of stores on this device, in a small separate database. It identifies users only by hash. */
export function openDeviceStores(databaseName = 'jobdock-device'): DeviceStores {
  const db = new Dexie(databaseName, { cache: 'disabled', chromeTransactionDurability: 'strict' });
  db.version(1).stores({ stores: 'name' });
  db.on('versionchange', () => db.close());
  const stores: Table<DeviceStore, string> = db.table('stores');
  return {
    list: () => stores.toArray().then((rows) => rows),
    note: async (store) => void (await stores.put(store)),
    async remove(name) {
      await Dexie.delete(name);
      await stores.delete(name);
    },
    close: () => db.close(),
  };
}
