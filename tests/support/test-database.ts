import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Db, openDatabase } from '#server/kit/db/connection.ts';
import { databaseOf, templates } from './engine/test-engine.ts';
import type { TestPeople } from './test-people.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's server, database `postgres` (see postgres-setup.ts). */
    postgresUrl: string;
    /** Ids of what the template with people holds. */
    testPeople: TestPeople;
  }
}

let kept: pg.Pool | undefined;

/** Runs statements one after another on the database `postgres`, on a connection that is kept: opening one takes 28 ms. */
async function onServer(...statements: readonly string[]): Promise<void> {
  kept ??= new pg.Pool({ connectionString: inject('postgresUrl'), max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  for (const statement of statements) await kept.query(statement);
}

/** A copy of files is quicker than a copy page by page: no database of a test is large. */
const copyOf = (template: string): string => `template ${template} strategy file_copy`;

/** A separate database for one suite. */
export type TestDatabase = { readonly db: Db; readonly url: string; close(): Promise<void> };

/** Copies a template. Call `close` when the suite is done. */
export async function createTestDatabase(template: keyof typeof templates = 'empty'): Promise<TestDatabase> {
  const admin = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} ${copyOf(templates[template])}`);
  const url = databaseOf(admin, name);
  const db = openDatabase(url, { max: 20 });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

/** Copies a database, as a backup does. Ends its sessions first, because PostgreSQL only copies a database that is not in use. */
export async function copyDatabase({ url }: Pick<TestDatabase, 'url'>): Promise<{ readonly name: string; readonly url: string }> {
  const name = `copy_${randomBytes(6).toString('hex')}`;
  const source = new URL(url).pathname.slice(1);
  await onServer(endSessions(source), `create database ${name} ${copyOf(source)}`);
  return { name, url: databaseOf(url, name) };
}

/** Creates a database without any table. Drop it with `dropDatabase`, unless `restoreFrom` uses it up. */
export async function emptyDatabase(): Promise<{ readonly name: string; readonly url: string }> {
  const admin = inject('postgresUrl');
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} ${copyOf('template0')}`);
  return { name, url: databaseOf(admin, name) };
}

/** Replaces a database with a copy, as a restore does. */
export async function restoreFrom(copy: { readonly name: string }, { url }: Pick<TestDatabase, 'url'>): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const texts = [`drop database ${name} with (force)`, endSessions(copy.name), `alter database ${copy.name} rename to ${name}`];
  await onServer(...texts);
}

export const dropDatabase = ({ name }: { readonly name: string }): Promise<void> =>
  onServer(`drop database if exists ${name} with (force)`);

const endSessions = (name: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
