import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase } from '#server/db/connection.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection text of the run's server, database `postgres` (see postgres-setup.ts). */
    postgresUrl: string;
  }
}

/** A database of its own for one suite. */
export type TestDatabase = { readonly db: Db; readonly url: string; close(): Promise<void> };

/** Clones the migrated template (about 50 ms); call `close` when the suite is done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(admin, `create database ${name} template jobdock_template`);
  const target = new URL(admin);
  target.pathname = `/${name}`;
  const db = openDatabase(target.href, { max: 12 });
  return {
    db,
    url: target.href,
    async close() {
      await db.destroy();
      await administer(admin, `drop database ${name} with (force)`);
    },
  };
}

async function administer(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
