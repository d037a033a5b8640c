import { Dexie, type Transaction } from 'dexie';
import { type Backend, type BackendTx, type Key, type Span, StoreFailure } from './backend.ts';
import { type TableName, type Tables, tableKeys, tableNames } from './tables.ts';

const keySpec = (table: TableName) => {
  const fields = tableKeys[table];
  return fields.length === 1 ? fields[0] : `[${fields.join('+')}]`;
};

/**
 * Declares every version that a device may hold. A table that a later version leaves out would be dropped. Only add; never
 * rename, reshape, or re-key the outbox [edge case 10].
 */
function declareVersions(db: Dexie): void {
  db.version(1).stores(Object.fromEntries(tableNames.flatMap((table) => (table === 'files' ? [] : [[table, keySpec(table)]]))));
  db.version(2).stores({ files: keySpec('files') });
}

/** Waits in milliseconds between attempts to reopen a lost connection [edge case 23]. */
const reopenWaits = [200, 1000, 3000];

const lostNames = new Set(['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'OpenFailedError', 'DatabaseClosed']);

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  let next: unknown = error;
  while (next instanceof Error && found.length < 5) {
    found.push(next);
    next = (next as { inner?: unknown }).inner ?? next.cause;
  }
  return found;
}

const isFull = (error: unknown) => causes(error).some((e) => e.name === 'QuotaExceededError');
const isLost = (error: unknown) => causes(error).some((e) => lostNames.has(e.name));

type Options = {
  /** Another tab runs a newer version of the app. This page must reload. */
  readonly onOutdated?: () => void;
  /** The connection is lost and could not be reopened. Only a new page helps [edge case 23]. */
  readonly onLost?: () => void;
  readonly sleep: (ms: number) => Promise<void>;
};

/** Opens a store's database in IndexedDB. Resolves once it is open. */
export async function openDexieBackend(name: string, { onOutdated, onLost, sleep }: Options): Promise<Backend> {
  // Strict: the screen reports "saved" when the transaction completes, so the data must be on disk by then.
  const db = new Dexie(name, { cache: 'disabled', chromeTransactionDurability: 'strict', autoOpen: false });
  declareVersions(db);
  let closedOnPurpose = false;
  db.on('versionchange', () => {
    closedOnPurpose = true;
    db.close();
    onOutdated?.();
  });
  await db.open().catch((error: unknown) => {
    throw new StoreFailure(isFull(error) ? 'full' : 'gone', error);
  });

  const attempt = <R>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: BackendTx) => Promise<R>) =>
    db.transaction(mode === 'read' ? 'r' : 'rw', [...tables], (trans) => work(createTx(trans)));

  const reopen = async () => {
    if (db.isOpen()) db.close();
    await db.open();
  };

  return {
    name,
    async run(mode, tables, work) {
      for (const wait of [...reopenWaits, null]) {
        if (closedOnPurpose) throw new StoreFailure('gone');
        try {
          return await attempt(mode, tables, work);
        } catch (error) {
          if (error instanceof StoreFailure) throw error;
          if (isFull(error)) throw new StoreFailure('full', error);
          if (!isLost(error)) throw error;
          if (wait === null) {
            onLost?.();
            throw new StoreFailure('gone', error);
          }
          await sleep(wait);
          await reopen().catch(() => undefined);
        }
      }
      throw new StoreFailure('gone');
    },
    close() {
      closedOnPurpose = true;
      db.close();
    },
    async destroy() {
      closedOnPurpose = true;
      await db.delete();
    },
  };
}

const plainKey = (key: Key) => (typeof key === 'object' ? [...key] : key);

function createTx(trans: Transaction): BackendTx {
  const tableOf = <T extends TableName>(table: T) => trans.table<Tables[T], unknown>(table);
  const under = <T extends TableName>(table: T, prefix: string) =>
    tableOf(table).where(':id').between([prefix, Dexie.minKey], [prefix, Dexie.maxKey]);
  return {
    get: async (table, key) => tableOf(table).get(plainKey(key)),
    getMany: async (table, keys) => tableOf(table).bulkGet(keys.map(plainKey)),
    async list(table, { prefix, above, limit }: Span = {}) {
      const all =
        prefix !== undefined
          ? under(table, prefix)
          : above !== undefined
            ? tableOf(table).where(':id').above(above)
            : tableOf(table).toCollection();
      return (limit === undefined ? all : all.limit(limit)).toArray();
    },
    count: async (table, prefix) => under(table, prefix).count(),
    put: async (table, rows) => void (rows.length > 0 && (await tableOf(table).bulkPut([...rows]))),
    remove: async (table, keys) => void (keys.length > 0 && (await tableOf(table).bulkDelete(keys.map(plainKey)))),
    clear: async (table) => tableOf(table).clear(),
  };
}
