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
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;

/** What arrives from the wire: instants as ISO strings, bigint and numeric as numbers (all of ours stay below 2^53). */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString();
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

const marks = { prepared: '/* prepared */', opening: '/* prepared, opening */', closing: '/* prepared, closing */' } as const;

/**
 * Begins a statement that is run thousands of times with one text: each connection then plans it once. For few texts only,
 * as every connection keeps every plan.
 */
export const prepared = sql.raw(marks.prepared);
/**
 * As `prepared`, for a reading statement that opens a transaction: `begin` travels with it, in one round trip instead of two.
 * Reading, because it would stand alone where `begin` failed.
 */
export const opening = sql.raw(marks.opening);
/** As `prepared`, for the last statement of a transaction: `commit` travels with it, so nothing may follow. */
export const closing = sql.raw(marks.closing);

const nameOf = new Map<string, string>();

/** Gives the driver a name for statements that begin with a mark; the query builder has no way to. */
function withPrepared(client: pg.PoolClient): PostgresPoolClient {
  const send = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (!text.startsWith('/* prepared')) return client.query(text, [...values]);
    const name = nameOf.get(text) ?? `prepared_${nameOf.size}`;
    nameOf.set(text, name);
    return client.query({ name, text, values: [...values] });
  };
  /** A `begin` that waits for the first statement, and a `commit` that was sent with the last one. */
  let begin = false;
  let commit: Promise<pg.QueryResult> | null = null;

  const opened = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    begin = false;
    const begun = client.query('begin');
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
    // Where the statement failed, this has rolled back; what failed is said by the statement.
    commit.catch(() => undefined);
    return result;
  };
  const run = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    if (text === 'begin') {
      begin = true;
      return nothing;
    }
    const ends = text === 'commit' || text === 'rollback';
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
    return text.startsWith(marks.closing) ? closed(text, values) : send(text, values);
  };
  // Cursors, the other overload, are not used here.
  return { query: run as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] };

const urls = new WeakMap<Db, string>();

/** Where a pool connects to, for the few that need a connection of their own (listening holds one for ever). */
export function urlOf(db: Db): string {
  const url = urls.get(db);
  if (url === undefined) throw new Error('the database was not opened by openDatabase');
  return url;
}

/**
 * Opens a pool on a PostgreSQL. Sessions give up on locks after 5 s, on statements after 10 s and on idle transactions
 * after 15 s, so that nothing waits for ever (sync.md, server tables). Closing the Kysely instance closes the pool.
 */
export function openDatabase(connectionString: string, options: { max?: number } = {}): Db {
  const pool = new pg.Pool({
    connectionString,
    max: options.max ?? 16,
    types,
    // Statements that are sent without waiting for the one before travel together.
    pipeline: true,
    options: '-c lock_timeout=5s -c statement_timeout=10s -c idle_in_transaction_session_timeout=15s -c synchronous_commit=on',
  });
  // A dropped idle connection (the database restarted) is replaced on the next query; it must not end the process.
  pool.on('error', () => undefined);
  // So must one that is lost in the middle of a transaction: its query is rejected, so its caller hears of it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing: PostgresPool = { connect: async () => withPrepared(await pool.connect()), end: () => pool.end() };
  const db = new KyselyDatabase<Database>({ dialect: new PostgresDialect({ pool: preparing }) });
  urls.set(db, connectionString);
  return db;
}
