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

const mark = '/* prepared */';

/**
 * Begins a statement that is run thousands of times with one text: each connection then plans it once. For few texts only,
 * as every connection keeps every plan.
 */
export const prepared = sql.raw(mark);
const nameOf = new Map<string, string>();

/** Gives the driver a name for statements that begin with `prepared`; the query builder has no way to. */
function withPrepared(client: pg.PoolClient): PostgresPoolClient {
  const run = (text: string, values: readonly unknown[]) => {
    if (!text.startsWith(mark)) return client.query(text, [...values]);
    const name = nameOf.get(text) ?? `prepared_${nameOf.size}`;
    nameOf.set(text, name);
    return client.query({ name, text, values: [...values] });
  };
  // Cursors, the other overload, are not used here.
  return { query: run as unknown as PostgresPoolClient['query'], release: () => client.release() };
}

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
    options: '-c lock_timeout=5s -c statement_timeout=10s -c idle_in_transaction_session_timeout=15s -c synchronous_commit=on',
  });
  // A dropped idle connection (the database restarted) is replaced on the next query; it must not end the process.
  pool.on('error', () => undefined);
  // So must one that is lost in the middle of a transaction: its query is rejected, which says it to whoever waits.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparing: PostgresPool = { connect: async () => withPrepared(await pool.connect()), end: () => pool.end() };
  const db = new KyselyDatabase<Database>({ dialect: new PostgresDialect({ pool: preparing }) });
  urls.set(db, connectionString);
  return db;
}
