import type { CollectionName } from '#contract/rows/rows.ts';
import { emptyFeed, newLane, putMeta, readMeta } from './meta.ts';
import { type Backend, type BackendTx, type Key, StoreFailure } from './tables/backend.ts';
import { storedCollections } from './tables/row-fields.ts';
import { type Notice, type RowsChanged, rowTables, type StoredBlock, type TableName, type Tables } from './tables/tables.ts';

/** Shape of the tables that a version of the app writes; `minReader` is the oldest one that still reads them right. */
export type SchemaStamp = { readonly schema: number; readonly minReader: number };

/** What this code writes. */
const schemaStamp: SchemaStamp = { schema: 2, minReader: 2 };

/** Whose rows a store holds: one database per origin, user, customer and impersonation (null: none). */
export type StoreKey = {
  readonly origin: string;
  readonly userId: number;
  readonly customerId: number;
  readonly impersonation: string | null;
};

/** Messages between the tabs and workers of one origin. */
export type Channel = { post(message: unknown): void; listen(hear: (message: unknown) => void): () => void };

/** What a store needs of the device: time, random ids of 128 bits, SHA-256 as hex, a channel to its other tabs. */
export type Device = {
  now(): number;
  newId(): string;
  digest(text: string): Promise<string>;
  readonly channel: Channel;
};

/** A write transaction over rows and outbox; what it reports as changed is told to every tab once it is committed. */
export type StoreTx = BackendTx & {
  changed(collection: CollectionName, ids: readonly number[] | 'all'): void;
  /** A block whose rows were not there before. */
  added(block: StoredBlock): void;
  outboxChanged(): void;
};

export type Store = {
  readonly key: StoreKey;
  readonly name: string;
  readonly device: Device;
  /** The schema that this code writes. */
  readonly schema: number;
  /** The database did not exist before this opening [edge case 22]. */
  readonly created: boolean;
  /** Reads rows and outbox as of one moment. */
  read<R>(work: (tx: BackendTx) => Promise<R>): Promise<R>;
  /** Changes rows and outbox, all or nothing and on disk when it resolves; throws `StoreFailure`. */
  write<R>(work: (tx: StoreTx) => Promise<R>): Promise<R>;
  /** The tables beside rows and outbox: cached answers, drafts, ballast. */
  aside<R>(mode: 'read' | 'write', work: (tx: BackendTx) => Promise<R>): Promise<R>;
  /** Hears of every committed change, of this tab and of others. */
  watch(hear: (notice: Notice) => void): () => void;
  /** Tells what this page missed while it slept or lay in the back-forward cache [edge case 24]. */
  catchUp(): Promise<void>;
  close(): void;
  /** Deletes the database with everything in it. */
  destroy(): Promise<void>;
};

const asideTables = ['meta', 'cached', 'drafts', 'ballast'] as const satisfies readonly TableName[];

/** Notices kept for tabs that slept; one that slept longer reads everything again. */
export const keptNotices = 256;

/** Opens a store on its database: stamps the schema, makes the lane of a new one. `own` is the stamp of the code that opens it. */
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

/** Anything may have changed: as after a snapshot of all. */
async function everything(store: Store): Promise<Notice> {
  const version = (await store.read((tx) => readMeta(tx, 'version'))) ?? 0;
  return { version, changes: storedCollections.map((collection) => ({ collection, ids: 'all' })), outbox: true };
}

/** Notices after `version` in order, or null when some are forgotten: read everything again. */
export async function changesSince(store: Store, version: number): Promise<readonly Notice[] | null> {
  return store.read(async (tx) => {
    const now = (await readMeta(tx, 'version')) ?? 0;
    if (version === now) return [];
    const notices = await tx.list('notices', { above: version });
    return notices[0]?.version === version + 1 ? notices : null;
  });
}

/** Blocks kept decoded in memory; about half a megabyte each. */
const rememberedBlocks = 16;

/** A block never changes under its number, so what was read once need not be read again. */
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
    // A newer stamp stays: this older code then reads, and each write refuses [edge case 12].
    if (!stamp || stamp.schema < own.schema) await putMeta(tx, 'schema', own);
    if (await readMeta(tx, 'lane')) return { created: false, version: (await readMeta(tx, 'version')) ?? 0 };
    await putMeta(tx, 'lane', newLane(device.newId()));
    await putMeta(tx, 'feed', emptyFeed);
    return { created: true, version: 0 };
  });
}

/** A newer version of the app has written here: this one may read, and must not write [edge case 12]. */
export async function isOutdated(tx: BackendTx, { schema }: Pick<Store, 'schema'>): Promise<boolean> {
  return ((await readMeta(tx, 'schema'))?.schema ?? 0) > schema;
}

/** Old code must never write into a newer schema: Dexie opens newer databases without a word [edge case 11]. */
async function checkStamp(tx: BackendTx, own: SchemaStamp): Promise<void> {
  const stamp = await readMeta(tx, 'schema');
  // No stamp at all: the tables were emptied under us.
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
  // Asked for at once, as each asking takes its time; nothing but this writes it.
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
