import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/kit/db/embedded/embedded.ts';

/** A PostgreSQL server for tests. `url` is the connection string of its database `postgres`. */
export type TestEngine = { readonly url: string; stop(): Promise<void> };

/** Names of the databases from which test databases are copied: migrated and empty, or with the users of every test service. */
export const templates = { empty: 'jobdock_template', people: 'jobdock_people' } as const;

/** The server in `TEST_DATABASE_URL`, or a new one without fsync that is removed when it stops. */
export async function startTestEngine(): Promise<TestEngine> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  const home = await mkdtemp(join(tmpdir(), 'jobdock-test-'));
  const embedded = await startEmbedded(home, { durable: false });
  return {
    url: embedded.url('postgres'),
    async stop() {
      await embedded.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Connection string of another database on the same server. */
export function databaseOf(engineUrl: string, name: string): string {
  const url = new URL(engineUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements one after another on a new connection. */
export async function runOn(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
