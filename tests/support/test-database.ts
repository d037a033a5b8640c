import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Db, openDatabase } from '#server/kit/db/connection.ts';
import { databaseOf, runOn } from './engine/test-engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's server, database `postgres` (see postgres-setup.ts). */
    postgresUrl: string;
  }
}

/** A separate database for one suite. */
export type TestDatabase = { readonly db: Db; readonly url: string; close(): Promise<void> };

/** Clones the migrated template (about 50 ms). Call `close` when the suite is done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOn(admin, `create database ${name} template jobdock_template`);
  const url = databaseOf(admin, name);
  const db = openDatabase(url, { max: 20 });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await runOn(admin, `drop database ${name} with (force)`);
    },
  };
}

/** Copies a database, as a backup does. Ends its sessions first, because PostgreSQL only copies a database that is not in use. */
export async function copyDatabase({ url }: Pick<TestDatabase, 'url'>): Promise<{ readonly name: string; readonly url: string }> {
  const admin = inject('postgresUrl');
  const name = `copy_${randomBytes(6).toString('hex')}`;
  const source = new URL(url).pathname.slice(1);
  await runOn(admin, endSessions(source), `create database ${name} template ${source}`);
  return { name, url: databaseOf(url, name) };
}

/** Creates a database without any table. Drop it with `dropDatabase`, unless `restoreFrom` uses it up. */
export async function emptyDatabase(): Promise<{ readonly name: string; readonly url: string }> {
  const admin = inject('postgresUrl');
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await runOn(admin, `create database ${name} template template0`);
  return { name, url: databaseOf(admin, name) };
}

/** Replaces a database with a copy, as a restore does. */
export async function restoreFrom(copy: { readonly name: string }, { url }: Pick<TestDatabase, 'url'>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const texts = [`drop database ${name} with (force)`, endSessions(copy.name), `alter database ${copy.name} rename to ${name}`];
  await runOn(inject('postgresUrl'), ...texts);
}

export const dropDatabase = ({ name }: { readonly name: string }): Promise<void> =>
  runOn(inject('postgresUrl'), `drop database if exists ${name} with (force)`);

const endSessions = (name: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
