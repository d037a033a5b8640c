import { type Backend, type BackendTx, type Key, type Span, StoreFailure } from '#src/store/tables/backend.ts';
import { type TableName, type Tables, tableKeys, tableNames } from '#src/store/tables/tables.ts';

type Slot = { readonly key: Key; readonly row: unknown };
type Table = Map<string, Slot>;

/** Where a test may kill the process: before a transaction starts, or after its work and before its commit. */
export type CrashPoint = (where: 'begin' | 'commit', mode: 'read' | 'write') => void;

const nameOf = (key: Key) => (typeof key === 'object' ? key.join('\u0000') : String(key));

function keyOf(table: TableName, row: object): Key {
  const parts = tableKeys[table].map((field) => (row as Record<string, unknown>)[field]);
  return (parts.length === 1 ? parts[0] : parts) as Key;
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'object' && typeof b === 'object') return a[0] === b[0] ? a[1] - b[1] : a[0] < b[0] ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const within = (key: Key, { prefix, above }: Span) =>
  (prefix === undefined || (typeof key === 'object' && key[0] === prefix)) &&
  (above === undefined || (typeof key === 'number' && key > above));

/** The tables that survive a kill. Pass the same disk to another backend to simulate a restart or a second tab. */
export type MemoryDisk = { readonly tables: Map<TableName, Table>; queue: Promise<unknown> };

export const createMemoryDisk = (): MemoryDisk => ({
  tables: new Map(tableNames.map((table) => [table, new Map()])),
  queue: Promise.resolve(),
});

/** How rows are copied in and out. A simulator may freeze rows instead of copying each on read. */
export type Copying = { in<T>(row: T): T; out<T>(row: T): T };

const copies: Copying = { in: (row) => structuredClone(row), out: (row) => structuredClone(row) };

/**
 * A store's database in memory with IndexedDB's guarantees: transactions run one after another, values are copied in and out, and
 * a throw rolls back.
 */
export function createMemoryBackend(
  name: string,
  disk = createMemoryDisk(),
  crash: CrashPoint = () => {},
  copying: Copying = copies,
): Backend {
  let open = true;

  const transact = async <R>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: BackendTx) => Promise<R>) => {
    if (!open) throw new StoreFailure('gone');
    crash('begin', mode);
    const undo: (() => void)[] = [];
    let live = true;
    const tx = createTx({ disk, copying }, new Set(tables), mode, undo, () => live);
    try {
      const result = await work(tx);
      crash('commit', mode);
      return result;
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    } finally {
      live = false;
    }
  };

  return {
    name,
    run(mode, tables, work) {
      const turn = disk.queue.then(() => transact(mode, tables, work));
      disk.queue = turn.catch(() => undefined);
      return turn;
    },
    close() {
      open = false;
    },
    async destroy() {
      open = false;
      for (const table of disk.tables.values()) table.clear();
    },
  };
}

function createTx(
  { disk, copying }: { readonly disk: MemoryDisk; readonly copying: Copying },
  scope: ReadonlySet<TableName>,
  mode: 'read' | 'write',
  undo: (() => void)[],
  live: () => boolean,
): BackendTx {
  const tableOf = (table: TableName): Table => {
    const rows = disk.tables.get(table);
    if (!rows || !scope.has(table)) throw new Error(`${table} is not in this transaction`);
    if (!live()) throw new Error('the transaction has ended');
    return rows;
  };
  const writable = (table: TableName): Table => {
    if (mode === 'read') throw new Error(`${table} is only read in this transaction`);
    return tableOf(table);
  };
  const set = (rows: Table, name: string, slot: Slot | undefined) => {
    const old = rows.get(name);
    undo.push(() => (old ? rows.set(name, old) : rows.delete(name)));
    if (slot) rows.set(name, slot);
    else rows.delete(name);
  };

  return {
    async get<T extends TableName>(table: T, key: Key) {
      return copying.out(tableOf(table).get(nameOf(key))?.row) as Tables[T] | undefined;
    },
    async getMany<T extends TableName>(table: T, keys: readonly Key[]) {
      const rows = tableOf(table);
      return keys.map((key) => copying.out(rows.get(nameOf(key))?.row) as Tables[T] | undefined);
    },
    async list<T extends TableName>(table: T, span: Span = {}) {
      const slots = [...tableOf(table).values()].filter((slot) => within(slot.key, span));
      slots.sort((a, b) => compareKeys(a.key, b.key));
      return slots.slice(0, span.limit).map((slot) => copying.out(slot.row) as Tables[T]);
    },
    async count(table, prefix) {
      return [...tableOf(table).values()].filter((slot) => within(slot.key, { prefix })).length;
    },
    async put(table, rows) {
      const target = writable(table);
      for (const row of rows) {
        const key = keyOf(table, row);
        set(target, nameOf(key), { key, row: copying.in(row) });
      }
    },
    async remove(table, keys) {
      const target = writable(table);
      for (const key of keys) set(target, nameOf(key), undefined);
    },
    async clear(table) {
      const target = writable(table);
      for (const name of target.keys()) set(target, name, undefined);
    },
  };
}
