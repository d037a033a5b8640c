import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { databaseOf, runOn } from '#tests/support/engine/test-engine.ts';
import { type SyncWorld, startSyncWorld } from '#tests/support/sync-world.ts';
import { dropDatabase } from '#tests/support/test-database.ts';
import { createSecrets } from '../kit/lib/secrets.ts';
import { drill } from './drill.ts';
import { readBackup } from './read-backup.ts';
import { loadBackup } from './restore-backup.ts';
import { seal } from './sealed-file.ts';
import { sumsOf } from './snapshot.ts';
import { takeBackup } from './take-backup.ts';

const key = createSecrets(new Uint8Array(32).fill(7)).derive('backup');
let world: SyncWorld;
let folder: string;
const made: { name: string; url: string }[] = [];
let number = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobdock-backup-'));
  world = await startSyncWorld(20);
});
afterAll(async () => {
  for (const database of made) await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

const fileName = () => join(folder, `${number++}.backup`);

async function backup(over: Partial<Parameters<typeof takeBackup>[0]> = {}): Promise<string> {
  const file = fileName();
  await takeBackup({ url: world.url, key, file, takenAt: new Date(), version: 'test', ...over });
  return file;
}

/** An empty database. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${process.pid}_${number++}`;
  await runOn(inject('postgresUrl'), `create database ${name} template template0`);
  const url = databaseOf(world.url, name);
  made.push({ name, url });
  return url;
}

async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const tablesIn = (url: string) =>
  on(url, async (client) => {
    const { rows } = await client.query("select 1 from pg_tables where schemaname in ('public', 'pgboss')");
    return rows.length;
  });

const hostile = [
  '',
  ' ',
  'NULL',
  'null',
  '\\N',
  '\\',
  '"',
  "'",
  '(),{}"\\',
  'a\nb\r\n\t',
  '\u2028 é 🩺 \u202e',
  '\u0001',
  '{"a":[1,"\\""]}',
];

/** A table with every kind of column that is hard to carry, beside the product's own tables. */
const zoo = `
  create type public.mood as enum ('a b', 'c"d');
  create table public.zoo (
    id bigint generated always as identity primary key, "Odd ""Name" text, words text[], bytes bytea, at timestamptz, day date,
    price numeric, ratio float8, data jsonb, moods public.mood[], parent bigint references public.zoo (id), flag boolean, span interval,
    doubled bigint generated always as (id * 2) stored);
  create table public.keyless (value text);`;

test('every kind of value, generated column and sequence survives, and both databases have the same hashes', async () => {
  const source = await emptyDatabase();
  await loadBackup(source, await backup(), key);
  await on(source, async (client) => {
    await client.query(zoo);
    for (const text of hostile)
      await client.query(
        `insert into public.zoo ("Odd ""Name", words, bytes, at, day, price, ratio, data, moods, flag, span)
         values ($1, array[$1, null, $1], convert_to($1, 'UTF8'), '2026-03-08 02:30:00.123456-05', '0044-03-15 BC', 12345678901234567890.123456789,
           0.1::float8 + 0.2, jsonb_build_object('k', $1::text, 'n', 9007199254740993), array['a b', 'c"d']::public.mood[], true, '1 mon -2 days 03:00:00.5')`,
        [text],
      );
    await client.query(
      `insert into public.zoo (ratio, at, bytes, words) values ('NaN', 'infinity', '\\x00ff5c27', '{}'), ('-Infinity', '-infinity', '', '{{a,b},{c,d}}')`,
    );
    await client.query('insert into public.zoo (day) values (null)');
    await client.query('update public.zoo set parent = (select max(id) from public.zoo)');
    await client.query(`insert into public.zoo (bytes) select decode(repeat('00ff', 2500000), 'hex')`);
    await client.query(`insert into public.keyless values ('b'), (null), ('a'), ('b')`);
    await client.query(`alter database ${new URL(source).pathname.slice(1)} set datestyle = 'German'`);
  });
  const file = fileName();
  await takeBackup({ url: source, key, file, takenAt: new Date(), version: 'test' });

  // The added tables are not of a migration, so a restore refuses them: it knows only what its migrations make.
  const target = await emptyDatabase();
  await expect(loadBackup(target, file, key)).rejects.toThrow('public.keyless of this backup');
  expect(await tablesIn(target)).toBe(0);
});
