import type { CollectionName } from '#contract/rows/rows.ts';
import { emptyFeed, newLane, putMeta, readMeta } from './meta.ts';
import { type Backend, type BackendTx, type Key, StoreFailure } from './tables/backend.ts';
import { storedCollections } from './tables/row-fields.ts';
import { type Notice, type RowsChanged, rowTables, type StoredBlock, type TableName, type Tables } from './tables/tables.ts';

/** Version of the tables that this app writes. `minReader` is the oldest version that can read them. */
export type SchemaStamp = { readonly schema: number; readonly minReader: number };

/** The version that this code writes. */
const schemaStamp: SchemaStamp = { schema: 2, minReader: 2 };

/** Identifies a store: one database per origin, user, customer, and impersonation (null: none). */
export type StoreKey = {
  readonly origin: string;
  readonly userId: number;
  readonly customerId: number;
  readonly impersonation: string | null;
};

/** Messages between the tabs and workers of one origin. */
export type Channel = { post(message: unknown): void; listen(hear: (message: unknown) => void): () => void };

/** What a store needs from the device: time, random 128-bit ids, SHA-256 as hex, and a channel to other tabs. */
export type Device = {
  now(): number;
  newId(): string;
  digest(text: string): Promise<string>;
  readonly channel: Channel;
};

/** A write transaction over rows and outbox. After the commit, every tab is notified of the changes it reports. */
export type StoreTx = BackendTx & {
  changed(collection: CollectionName, ids: readonly number[] | 'all'): void;
  /** Reports a block with new rows. */
  added(block: StoredBlock): void;
  outboxChanged(): void;
};

export type Store = {
  readonly key: StoreKey;
  readonly name: string;
  readonly device: Device;
  /** The schema version that this code writes. */
  readonly schema: number;
  /** True when the database did not exist before it was opened [edge case 22]. */
  readonly created: boolean;
  /** Reads a consistent state of rows and outbox. */
  read<R>(work: (tx: BackendTx) => Promise<R>): Promise<R>;
  /** Changes rows and outbox in one atomic transaction. The data is on disk when it resolves. Throws `StoreFailure`. */
  write<R>(work: (tx: StoreTx) => Promise<R>): Promise<R>;
  /** Accesses the tables beside rows and outbox: cached replies, drafts, reserve. */
  aside<R>(mode: 'read' | 'write', work: (tx: BackendTx) => Promise<R>): Promise<R>;
  /** Calls `hear` for every committed change of this tab and other tabs. */
  watch(hear: (notice: Notice) => void): () => void;
  /** Reports what this page missed while it slept or was in the back-forward cache [edge case 24]. */
  catchUp(): Promise<void>;
  close(): void;
  /** Deletes the database with all its content. */
  destroy(): Promise<void>;
};

const asideTables = ['meta', 'cached', 'drafts', 'ballast', 'files'] as const satisfies readonly TableName[];

/** Number of notices kept for tabs that slept. A tab that missed more reads everything again. */
export const keptNotices = 256;

/**
 * Opens a store on its database. Writes the schema version, and creates the lane of a new store. `own` is the version of the
 * calling code.
 */
export async function openStore(backend: Backend, key: StoreKey, device: Device, own = schemaStamp): Promise<Store> {
  const { created, version } = await prepare(backend, device, own);
  let heard = version;
  const blocks = new Map<string, StoredBlock>();
  const listeners = new Set<(notice: Notice) => void>();
  const tell = (notice: Notice) => {
    heard = Math.max(heard, notice.version);
    for (const hear of listeners) hear(notice);
  };
  const stopHearing = device.channel.listen((message) => {
    if (isNoticeOf(backend.name, message)) tell(message.notice);
  });

  const store: Store = {
    key,
    name: backend.name,
    device,
    schema: own.schema,
    created,
    read: (work) => backend.run('read', rowTables, (tx) => work(remembering(tx, blocks))),
    async write(work) {
      const { result, notice } = await backend.run('write', rowTables, (tx) => commit(remembering(tx, blocks), own, work));
      if (notice) {
        tell(notice);
        device.channel.post({ store: backend.name, notice });
      }
      return result;
    },
    aside: (mode, work) =>
      backend.run(mode, asideTables, async (tx) => {
        if (mode === 'write') await checkStamp(tx, own);
        return work(tx);
      }),
    watch(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    async catchUp() {
      for (const notice of (await changesSince(store, heard)) ?? [await everything(store)]) tell(notice);
    },
    close() {
      stopHearing();
      listeners.clear();
      backend.close();
    },
    async destroy() {
      stopHearing();
      listeners.clear();
      await backend.destroy();
    },
  };
  return store;
}

/** A notice that anything may have changed, as after a full snapshot. */
async function everything(store: Store): Promise<Notice> {
  const version = (await store.read((tx) => readMeta(tx, 'version'))) ?? 0;
  return { version, changes: storedCollections.map((collection) => ({ collection, ids: 'all' })), outbox: true };
}

/** Notices after `version` in order. Null when some are no longer stored: read everything again. */
export async function changesSince(store: Store, version: number): Promise<readonly Notice[] | null> {
  return store.read(async (tx) => {
    const now = (await readMeta(tx, 'version')) ?? 0;
    if (version === now) return [];
    const notices = await tx.list('notices', { above: version });
    return notices[0]?.version === version + 1 ? notices : null;
  });
}

/** Number of decoded blocks cached in memory, about half a megabyte each. */
const rememberedBlocks = 16;

/** A block never changes under its number, so a block read once is cached. */
function remembering(tx: BackendTx, blocks: Map<string, StoredBlock>): BackendTx {
  return {
    ...tx,
    async get<T extends TableName>(table: T, key: Key) {
      if (table !== 'blocks') return tx.get(table, key);
      const name = String(key);
      const known = blocks.get(name) ?? (await tx.get('blocks', key));
      if (!known) return undefined;
      blocks.delete(name);
      blocks.set(name, known);
      const oldest = blocks.keys().next();
      if (blocks.size > rememberedBlocks && !oldest.done) blocks.delete(oldest.value);
      return known as Tables[T];
    },
  };
}

async function prepare(backend: Backend, device: Device, own: SchemaStamp): Promise<{ created: boolean; version: number }> {
  return backend.run('write', rowTables, async (tx) => {
    const stamp = await readMeta(tx, 'schema');
    if (stamp && stamp.minReader > own.schema) throw new StoreFailure('outdated');
    // A newer version stays. This older code can then read, but each write is refused [edge case 12].
    if (!stamp || stamp.schema < own.schema) await putMeta(tx, 'schema', own);
    if (await readMeta(tx, 'lane')) return { created: false, version: (await readMeta(tx, 'version')) ?? 0 };
    await putMeta(tx, 'lane', newLane(device.newId()));
    await putMeta(tx, 'feed', emptyFeed);
    return { created: true, version: 0 };
  });
}

/** A newer version of the app has written to this store. This version may read but must not write [edge case 12]. */
export async function isOutdated(tx: BackendTx, { schema }: Pick<Store, 'schema'>): Promise<boolean> {
  return ((await readMeta(tx, 'schema'))?.schema ?? 0) > schema;
}

/** Old code must never write to a newer schema, and Dexie opens newer databases without an error [edge case 11]. */
async function checkStamp(tx: BackendTx, own: SchemaStamp): Promise<void> {
  const stamp = await readMeta(tx, 'schema');
  // No version at all: the browser emptied the tables.
  if (!stamp) throw new StoreFailure('gone');
  if (stamp.schema !== own.schema) throw new StoreFailure('outdated');
}

function withAll(known: Set<number>, ids: readonly number[]): Set<number> {
  for (const id of ids) known.add(id);
  return known;
}

async function commit<R>(
  tx: BackendTx,
  own: SchemaStamp,
  work: (tx: StoreTx) => Promise<R>,
): Promise<{ result: R; notice: Notice | null }> {
  // Requested together, because each request takes time. Only this function writes the version.
  const [before = 0] = await Promise.all([readMeta(tx, 'version'), checkStamp(tx, own)]);
  const changes = new Map<CollectionName, Set<number> | 'all'>();
  const added: RowsChanged[] = [];
  let outbox = false;
  const result = await work({
    ...tx,
    changed(collection, ids) {
      const known = changes.get(collection) ?? new Set();
      if (ids === 'all' || known === 'all') changes.set(collection, 'all');
      else changes.set(collection, withAll(known, ids));
    },
    added({ collection, no, ids }) {
      added.push({ collection, ids: [...ids], block: no });
    },
    outboxChanged() {
      outbox = true;
    },
  });
  if (changes.size === 0 && added.length === 0 && !outbox) return { result, notice: null };
  const version = before + 1;
  const told: RowsChanged[] = [...changes].map(([collection, ids]) => ({ collection, ids: ids === 'all' ? ids : [...ids] }));
  const notice: Tables['notices'] = { version, changes: [...told, ...added], outbox };
  await Promise.all([
    putMeta(tx, 'version', version),
    tx.put('notices', [notice]),
    tx.remove('notices', [version - keptNotices]),
  ]);
  return { result, notice };
}

function isNoticeOf(store: string, message: unknown): message is { store: string; notice: Notice } {
  return typeof message === 'object' && message !== null && 'store' in message && 'notice' in message && message.store === store;
}
