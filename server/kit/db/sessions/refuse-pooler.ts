import pg from 'pg';
import { sessionOptions, sessionSettings } from '../connection.ts';

/** The address of the database leads to a connection pooler that breaks promises of the service. The message says what to do. */
export class PoolerRefused extends Error {}

/** A connection that may be one of a pooler. */
export type Session = {
  readonly query: (text: string) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  readonly end: () => Promise<void>;
};

const remedy = `Set DATABASE_URL to PostgreSQL itself: Jobdock has a pool of its own (JOBDOCK_DATABASE_POOL).`;
const sentences = {
  options: `The connection pooler at DATABASE_URL refuses the limits of time that Jobdock gives to each connection. ${remedy}`,
  settings: `The connection pooler at DATABASE_URL drops the limits of time that Jobdock gives to each connection, so a lock could hold up everyone. ${remedy}`,
  sessions: `DATABASE_URL leads to a connection pooler that gives one connection several sessions of the database (PgBouncer with pool_mode = transaction or statement). Prepared statements would fail, and devices would hear of no change. ${remedy}`,
};

async function openSession(connectionString: string): Promise<Session> {
  const client = new pg.Client({ connectionString, options: sessionOptions });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (/unsupported startup parameter/i.test((error as Error).message))
      throw new PoolerRefused(sentences.options, { cause: error });
    throw error;
  }
}

/**
 * Refuses a database behind a pooler that does not keep one session for each connection: it would lose what the service relies on, some
 * of it silently. Throws PoolerRefused. `open` opens a connection, for tests.
 */
export async function refusePooler(connectionString: string, open = openSession): Promise<void> {
  const one = await open(connectionString);
  try {
    for (const [setting, value] of Object.entries(sessionSettings)) {
      const { rows } = await one.query(`show ${setting}`);
      if (rows[0]?.[setting] !== value) throw new PoolerRefused(sentences.settings);
    }
    const before = await sessionOf(one);
    // A pooler that gives sessions away lends the free one to this transaction, and another one to the next statement of `one`.
    const other = await open(connectionString);
    try {
      await other.query('begin');
      await other.query('select 1');
      if ((await sessionOf(one)) !== before) throw new PoolerRefused(sentences.sessions);
      await other.query('rollback');
    } finally {
      await other.end();
    }
  } finally {
    await one.end();
  }
}

const sessionOf = async (session: Session): Promise<unknown> =>
  (await session.query('select pg_backend_pid() as session')).rows[0]?.['session'];
