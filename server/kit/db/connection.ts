import {
  type Kysely,
  Kysely as KyselyDatabase,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { SlowStatements } from '../work/slow-statements.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** How values are read: timestamps as ISO strings, bigint and numeric as numbers (all of ours are below 2^53). */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    // A calendar day stays the text `yyyy-MM-dd`; as a Date, the time zone of the process would shift it.
    if (oid === pg.types.builtins.DATE) return (text: string) => text;
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

const marks = { prepared: '/* prepared */', opening: '/* prepared, opening */', closing: '/* prepared, closing */' } as const;

/**
 * Marks a statement that runs thousands of times with the same text: each connection plans it once. Use it for few texts, because
 * every connection keeps every plan.
 */
export const prepared = sql.raw(marks.prepared);
/**
 * Like `prepared`, for a reading statement that opens a transaction: `begin` is sent together with it, in one round trip instead
 * of two. It must only read: if `begin` failed, it would run outside a transaction.
 */
export const opening = sql.raw(marks.opening);
/** Like `prepared`, for the last statement of a transaction: `commit` is sent together with it, so no statement may follow. */
export const closing = sql.raw(marks.closing);

const nameOf = new Map<string, string>();

/**
 * Names statements that start with a mark for the driver, which the query builder cannot do. `scope` has statements that limit
 * every transaction of this use of the connection; a statement outside a transaction gets one of its own, in the same round trip.
 */
function withPrepared(client: pg.PoolClient, scope: string | null): PostgresPoolClient {
  const send = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (!text.startsWith('/* prepared')) return client.query(text, [...values]);
    const name = nameOf.get(text) ?? `prepared_${nameOf.size}`;
    nameOf.set(text, name);
    return client.query({ name, text, values: [...values] });
  };
  /** A `begin` that waits for the first statement, and a `commit` that was sent with the last one. */
  let begin = false;
  let commit: Promise<pg.QueryResult> | null = null;
  let isInTransaction = false;

  const start = (text: string) => client.query(scope === null ? text : `${text}; ${scope}`);
  /** If the scope could not be set, the transaction is aborted, and with it the statement. */
  const alone = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const [, result] = await Promise.all([start('begin'), send(text, values), client.query('commit')]);
    return result;
  };

  const opened = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    begin = false;
    const begun = start('begin');
    if (!text.startsWith(marks.opening)) {
      await begun;
      return run(text, values);
    }
    const [, result] = await Promise.all([begun, send(text, values)]);
    return result;
  };
  const closed = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const result = send(text, values);
    commit = client.query('commit');
    // If the statement failed, this rolls back. The statement itself reports the error.
    commit.catch(() => undefined);
    return result;
  };
  const run = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (text === 'begin') {
      isInTransaction = true;
      begin = true;
      return nothing;
    }
    if (text.startsWith('start transaction')) {
      isInTransaction = true;
      await start(text);
      return nothing;
    }
    const ends = text === 'commit' || text === 'rollback';
    if (ends) isInTransaction = false;
    if (begin) {
      if (!ends) return opened(text, values);
      begin = false;
      return nothing;
    }
    if (commit) {
      const sent = commit;
      if (!ends) throw new Error('a statement followed the one that closes its transaction');
      commit = null;
      return text === 'commit' ? sent : sent.catch(() => nothing);
    }
    if (text.startsWith(marks.closing)) return closed(text, values);
    return scope === null || isInTransaction || ends ? send(text, values) : alone(text, values);
  };
  // The other overload, for cursors, is not used here.
  return { query: run as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

/** The same connection; `onError` is called with each error of a statement, and `slow` with each slow one. */
function noting(client: PostgresPoolClient, onError: (error: unknown) => void, slow?: SlowStatements): PostgresPoolClient {
  const noted = async (text: string, values: readonly unknown[]) => {
    const since = performance.now();
    try {
      return await client.query(text, values);
    } catch (error) {
      onError(error);
      throw error;
    } finally {
      const took = performance.now() - since;
      if (slow && took > slow.milliseconds) slow.report(text, took);
    }
  };
  return { query: noted as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

/** SQL state of a statement for which the disk, or a quota, has no space. */
const diskFull = '53100';

type Opened = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly isLimited: boolean;
  readonly slow: SlowStatements | undefined;
  /** When a statement failed last because the disk of the database was full (milliseconds of the process); null if none did. */
  readonly noted: { diskFullAt: number | null; onWait?: (seconds: number) => void };
};
const openedDatabases = new WeakMap<Db, Opened>();

function openedBy(db: Db): Opened {
  const found = openedDatabases.get(db);
  if (!found) throw new Error('the database was not opened by openDatabase');
  return found;
}

/** Whether a statement failed in the last so many milliseconds because the disk of the database was full. */
export function wasDiskFull(db: Db, milliseconds: number): boolean {
  const { diskFullAt } = openedBy(db).noted;
  return diskFullAt !== null && performance.now() - diskFullAt < milliseconds;
}

/** Connections of the pool of a database, and how many statements and transactions wait for one. */
export function poolFigures(db: Db): { readonly total: number; readonly idle: number; readonly waiting: number } {
  const { pool } = openedBy(db);
  return { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

/** Calls `onWait` each time the pool has given a connection, with the seconds that it took. */
export function watchPool(db: Db, onWait: (seconds: number) => void): void {
  openedBy(db).noted.onWait = onWait;
}

/** The connection URL of a pool, for code that needs its own connection (a listener keeps one open). */
export const urlOf = (db: Db): string => openedBy(db).url;

/** Settings of each session. */
export const sessionSettings = {
  lock_timeout: '5s',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  synchronous_commit: 'on',
} as const;
/** They as the startup parameter that sets them. */
export const sessionOptions = Object.entries(sessionSettings)
  .map(([setting, value]) => `-c ${setting}=${value}`)
  .join(' ');

/**
 * Opens a pool of PostgreSQL connections. Sessions give up after 5 s of waiting for a lock, 10 s in a statement and 15 s in an
 * idle transaction, so that nothing waits for ever (sync.md, server tables). Closing the Kysely instance closes the pool.
 * `max` is the most connections, `slow` hears of slow statements. `isLimited: false` makes scopes without row level security, to measure what it costs.
 */
export function openDatabase(
  connectionString: string,
  options: { max?: number; isLimited?: boolean; slow?: SlowStatements | undefined } = {},
): Db {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 16,
    types,
    // Statements are sent without waiting for the result of the one before.
    pipeline: true,
    options: sessionOptions,
  });
  // A lost idle connection (the database restarted) is replaced at the next query; it must not end the process.
  pool.on('error', () => undefined);
  // A connection lost inside a transaction must not end the process either: its query is rejected, so its caller gets the error.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const { isLimited = true, slow } = options;
  return useOf({ url: connectionString, pool, isLimited, slow, noted: { diskFullAt: null } }, null, () => pool.end());
}

/**
 * The same pool of connections, each transaction of which begins with the statements of `scope`. It needs no closing. Only
 * `scopeTo` makes one.
 */
export function openScope(db: Db, scope: string): Db {
  const parts = openedBy(db);
  return useOf(parts, parts.isLimited ? scope : null, () => Promise.resolve());
}

function useOf(parts: Opened, scope: string | null, end: () => Promise<void>): Db {
  const onError = (error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === diskFull) parts.noted.diskFullAt = performance.now();
  };
  const connect = async () => {
    const since = performance.now();
    const client = await parts.pool.connect();
    parts.noted.onWait?.((performance.now() - since) / 1000);
    return noting(withPrepared(client, scope), onError, parts.slow);
  };
  const pool: PostgresPool = { connect, end };
  const db = new KyselyDatabase<Database>({ dialect: new PostgresDialect({ pool }) });
  openedDatabases.set(db, parts);
  return db;
}
