import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf } from '#tests/support/engine/test-engine.ts';
import { dropDatabase, emptyDatabase } from '#tests/support/test-database.ts';
import { watchLoop } from '#tests/support/watch-loop.ts';
import { type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { migrate, migrations } from '../kit/db/migrate.ts';
import { createSecrets } from '../kit/lib/secrets.ts';
import { differencesOf, drill } from './drill.ts';
import { readBackup } from './read-backup.ts';
import { loadBackup } from './restore-backup.ts';
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

/** An empty database, dropped at the end. */
async function newDatabase(): Promise<string> {
  const database = await emptyDatabase();
  made.push(database);
  return database.url;
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

/** Tables with every kind of column that is hard to carry, as a migration of a version to come. */
const zoo = {
  name: '999-zoo.sql',
  sql: `create type public.mood as enum ('a b', 'c"d');
    create table public.zoo (
      id bigint generated always as identity primary key, "Odd ""Name" text, words text[], bytes bytea, at timestamptz, day date,
      price numeric, ratio float8, data jsonb, moods public.mood[], parent bigint references public.zoo (id), flag boolean,
      span interval, doubled bigint generated always as (id * 2) stored);
    create table public.keyless (value text);
    create table public.appended (id bigint primary key);
    create function public.count_appended() returns trigger language plpgsql as $$ begin
      insert into public.keyless values ('appended'); return null; end $$;
    create trigger counting after insert on public.appended for each row execute function public.count_appended();
    create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'append only'; end $$;
    create trigger keeping before update or delete or truncate on public.appended execute function public.refuse();
    alter table public.appended enable always trigger keeping;`,
};
const withZoo = [...migrations, zoo];

/** A migrated database with the tables of the zoo and hostile values in them. */
async function zooDatabase(): Promise<string> {
  const url = await newDatabase();
  await migrate(url, withZoo);
  await on(url, async (client) => {
    for (const text of hostile)
      await client.query(
        `insert into public.zoo ("Odd ""Name", words, bytes, at, day, price, ratio, data, moods, flag, span)
         values ($1, array[$1, null, $1], convert_to($1, 'UTF8'), '2026-03-08 02:30:00.123456-05', '0044-03-15 BC',
           12345678901234567890.123456789, 0.1::float8 + 0.2, jsonb_build_object('k', $1::text, 'n', 9007199254740993),
           array['a b', 'c"d']::public.mood[], true, '1 mon -2 days 03:00:00.5')`,
        [text],
      );
    await client.query(`
      insert into public.zoo (ratio, at, bytes, words) values
        ('NaN', 'infinity', '\\x00ff5c27', '{}'), ('-Infinity', '-infinity', '', '{{a,b},{c,d}}');
      insert into public.zoo (day) values (null);
      insert into public.zoo (bytes) select decode(repeat('00ff', 2500000), 'hex');
      delete from public.zoo where id = (select max(id) from public.zoo where day is null);
      update public.zoo set parent = (select max(id) from public.zoo);
      insert into public.keyless values ('b'), (null), ('a'), ('b');
      insert into public.appended select generate_series(1, 4500);
      alter sequence public.customer_id_seq restart with 4711;
      alter database ${new URL(url).pathname.slice(1)} set datestyle = 'German';
      alter database ${new URL(url).pathname.slice(1)} set timezone = 'Asia/Tokyo'`);
  });
  return url;
}

const rowsOf = (url: string, statement: string) => on(url, async (client) => (await client.query(statement)).rows);

test('every kind of value, generated columns, sequences and foreign keys come back', async () => {
  const source = await zooDatabase();
  const file = await backup({ url: source });
  const target = await newDatabase();
  const { end } = await loadBackup(target, file, key, withZoo);
  expect(await sumsOf(target)).toEqual(end.tables);
  expect(end.tables).toEqual(await sumsOf(source));
  // Compared by PostgreSQL's own text of each row, too, not only by the hashes of this code.
  const texts = `set datestyle = 'ISO'; set timezone = 'UTC'; select z::text as text from public.zoo z order by id`;
  const [here, there] = await Promise.all(
    [source, target].map((url) =>
      on(url, async (client) => ((await client.query(texts)) as unknown as pg.QueryResult[])[2]?.rows),
    ),
  );
  expect(there).toHaveLength(hostile.length + 3);
  expect(there).toEqual(here);
  expect(await rowsOf(target, `select "Odd ""Name" as name, words from public.zoo order by id limit ${hostile.length}`)).toEqual(
    hostile.map((name) => ({ name, words: [name, null, name] })),
  );
  // The trigger did not run again: its effects were in the backup.
  expect(await rowsOf(target, "select count(*)::int from public.keyless where value = 'appended'")).toEqual([{ count: 4500 }]);
  const triggersOf = (url: string) => rowsOf(url, 'select tgname, tgenabled from pg_trigger where not tgisinternal order by 1');
  expect(await triggersOf(target)).toEqual(await triggersOf(source));
  await expect(rowsOf(target, 'truncate public.appended')).rejects.toThrow('append only');
  // The next ids follow those of the source, not the rows.
  expect(await rowsOf(target, 'insert into public.zoo (day) values (null) returning id::int, doubled::int')).toEqual([
    { id: hostile.length + 5, doubled: 2 * (hostile.length + 5) },
  ]);
  expect(await rowsOf(target, "select nextval('public.customer_id_seq')::int")).toEqual([{ nextval: 4711 }]);
  // Foreign keys and triggers work again.
  await expect(rowsOf(target, 'update public.zoo set parent = -1')).rejects.toThrow('zoo_parent_fkey');
  const keys =
    "select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as text from pg_constraint where contype = 'f' order by 1, 2";
  expect(await rowsOf(target, keys)).toEqual(await rowsOf(source, keys));
  await rowsOf(target, 'insert into public.appended values (0)');
  expect(await rowsOf(target, "select count(*)::int from public.keyless where value = 'appended'")).toEqual([{ count: 4501 }]);
});

test('a backup of a newer version is refused, and one of an older version is restored at its own version', async () => {
  const source = await zooDatabase();
  const newer = await backup({ url: source });
  const target = await newDatabase();
  await expect(loadBackup(target, newer, key)).rejects.toThrow('A newer version made this backup (it has migration 999-zoo.sql)');
  expect(await tablesIn(target)).toBe(0);

  const older = await backup();
  const { end } = await loadBackup(target, older, key, withZoo);
  expect(await sumsOf(target)).toEqual(end.tables);
  expect(await migrate(target, withZoo)).toEqual(['999-zoo.sql']);
});

test('a database that is not empty is refused and left as it is', async () => {
  const file = await backup();
  const before = await sumsOf(world.url);
  await expect(loadBackup(world.url, file, key)).rejects.toThrow('is not empty');
  expect(await sumsOf(world.url)).toEqual(before);
});

test('a backup holds one moment, while others write', async () => {
  const source = await zooDatabase();
  await on(source, (client) =>
    client.query(
      'create table public.a (n int primary key); create table public.z (n int primary key); insert into a values (0); insert into z values (0)',
    ),
  );
  let goOn = true;
  let written = 0;
  const writing = on(source, async (client) => {
    while (goOn) {
      await client.query(
        'begin; update public.a set n = n + 1; update public.z set n = n + 1; insert into public.appended values (1000000 + (select n from public.a)); commit',
      );
      written++;
    }
  });
  await expect.poll(() => written).toBeGreaterThan(10);
  const before = written;
  const watched = watchLoop();
  const file = await backup({ url: source });
  const after = written;
  // One row has a file of 5 MB; the service must go on answering.
  expect(watched().worst).toBeLessThan(250);
  goOn = false;
  await writing;
  expect(after).toBeGreaterThan(before);
  const values = new Map<string, string[]>();
  for await (const part of readBackup(file, key))
    if (part.kind === 'rows') values.set(part.table, [...(values.get(part.table) ?? []), ...(JSON.parse(part.rows) as string[])]);
  expect(values.get('public.a')).toEqual(values.get('public.z'));
  const n = Number(/\d+/.exec(values.get('public.a')?.[0] ?? '')?.[0]);
  expect(n).toBeGreaterThanOrEqual(before);
  expect(n).toBeLessThanOrEqual(after + 1);
  // The third table, read between the two, has exactly the same writes.
  expect(values.get('public.appended')).toHaveLength(4500 + n);
});

test('the file contains no plain text, only its owner can read it, and a backup that fails leaves none', async () => {
  await on(world.url, (client) => client.query("update app_user set name = 'Canary Of The Backup'"));
  const file = await backup();
  const bytes = await readFile(file);
  expect(bytes.includes('Canary')).toBe(false);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await expect(backup({ file })).rejects.toThrow('exists already');

  const stopped = fileName();
  await expect(backup({ file: stopped, signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  await expect(backup({ file: stopped, url: databaseOf(world.url, 'postgres') })).rejects.toThrow('not a database of Jobdock');
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await readdir(folder)).not.toContain(stopped.slice(folder.length + 1));
});

test('a drill finds every table that came back different', async () => {
  const file = await backup();
  expect(await drill({ file }, key, await newDatabase())).toMatchObject({
    wrong: [],
    tables: (await sumsOf(world.url)).length,
  });
  const url = await newDatabase();
  const { end } = await loadBackup(url, file, key);
  await on(url, (client) =>
    client.query(
      `update job set row = jsonb_set(row, '{billRate}', '1') where id = 7; delete from migration where name like '255%'`,
    ),
  );
  expect(await differencesOf(url, end)).toEqual([
    'public.job: 20 rows in the backup, 20 in the restored copy',
    `public.migration: ${migrations.length} rows in the backup, ${migrations.length - 1} in the restored copy`,
  ]);
});
