import type { TableName, Tables } from './tables.ts';

/** Primary key: a text or number, or the two parts of a compound one. */
export type Key = string | number | readonly [string, number];

/** Which rows of a table: those under the first part of a compound key, or above a number; ascending by key. */
export type Span = { readonly prefix?: string; readonly above?: number; readonly limit?: number };

/** One transaction over named tables. All or nothing; awaiting anything but it inside is a bug (IndexedDB would commit). */
export type BackendTx = {
  get<T extends TableName>(table: T, key: Key): Promise<Tables[T] | undefined>;
  getMany<T extends TableName>(table: T, keys: readonly Key[]): Promise<(Tables[T] | undefined)[]>;
  list<T extends TableName>(table: T, span?: Span): Promise<Tables[T][]>;
  /** How many rows stand under the first part of a compound key, without reading them. */
  count(table: TableName, prefix: string): Promise<number>;
  put<T extends TableName>(table: T, rows: readonly Tables[T][]): Promise<void>;
  remove(table: TableName, keys: readonly Key[]): Promise<void>;
  clear(table: TableName): Promise<void>;
};

/** The database under a store: IndexedDB on a device, memory in the simulator. One contract suite holds for both. */
export type Backend = {
  readonly name: string;
  run<R>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: BackendTx) => Promise<R>): Promise<R>;
  close(): void;
  destroy(): Promise<void>;
};

/**
 * The device could not do it: `full` (quota), `outdated` (another version of the app owns the database), `gone` (the
 * connection is lost or the database was deleted).
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly kind: 'full' | 'outdated' | 'gone';

  constructor(kind: 'full' | 'outdated' | 'gone', cause?: unknown) {
    super(`store: ${kind}`, { cause });
    this.kind = kind;
  }
}
