import type { TableName, Tables } from './tables.ts';

/** Primary key: a text, a number, or the two parts of a compound key. */
export type Key = string | number | readonly [string, number];

/** Selects rows of a table by the first part of a compound key or above a number, ascending by key. */
export type Span = { readonly prefix?: string; readonly above?: number; readonly limit?: number };

/** One atomic transaction over named tables. Inside it, await only its own calls, because IndexedDB commits otherwise. */
export type BackendTx = {
  get<T extends TableName>(table: T, key: Key): Promise<Tables[T] | undefined>;
  getMany<T extends TableName>(table: T, keys: readonly Key[]): Promise<(Tables[T] | undefined)[]>;
  list<T extends TableName>(table: T, span?: Span): Promise<Tables[T][]>;
  /** Number of rows under the first part of a compound key, without reading them. */
  count(table: TableName, prefix: string): Promise<number>;
  put<T extends TableName>(table: T, rows: readonly Tables[T][]): Promise<void>;
  remove(table: TableName, keys: readonly Key[]): Promise<void>;
  clear(table: TableName): Promise<void>;
};

/** The database of a store: IndexedDB on a device, memory in the simulator. The same contract tests run against both. */
export type Backend = {
  readonly name: string;
  run<R>(mode: 'read' | 'write', tables: readonly TableName[], work: (tx: BackendTx) => Promise<R>): Promise<R>;
  close(): void;
  destroy(): Promise<void>;
};

/**
 * The device could not do it: `full` (quota), `outdated` (another app version owns the database), or `gone` (connection lost or
 * database deleted).
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly kind: 'full' | 'outdated' | 'gone';

  constructor(kind: 'full' | 'outdated' | 'gone', cause?: unknown) {
    super(`store: ${kind}`, { cause });
    this.kind = kind;
  }
}
