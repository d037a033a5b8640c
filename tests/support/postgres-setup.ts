import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/kit/db/embedded.ts';
import { migrate } from '#server/kit/db/migrate.ts';

/** Name of the migrated, empty database that every test database is a copy of. */
const template = 'jobdock_template';

/** One PostgreSQL for the whole run, or the one that `TEST_DATABASE_URL` names, with a migrated template. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const home = given === undefined ? await mkdtemp(join(tmpdir(), 'jobdock-test-')) : undefined;
  const embedded = home === undefined ? undefined : await startEmbedded(home, { durable: false });
  const url = embedded?.url('postgres') ?? given ?? '';
  await makeTemplate(url);
  project.provide('postgresUrl', url);
  return async () => {
    await embedded?.stop();
    if (home !== undefined) await rm(home, { recursive: true, force: true });
  };
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${template}`);
  await client.query(`create database ${template}`);
  await client.end();
  const target = new URL(url);
  target.pathname = `/${template}`;
  await migrate(target.href);
}
