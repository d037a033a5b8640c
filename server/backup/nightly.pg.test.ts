import { chmod, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runJobs } from '#tests/support/run-jobs.ts';
import { startTestService, type TestService } from '#tests/support/test-service.ts';
import { type Db, openDatabase } from '../kit/db/connection.ts';
import { backupPurpose } from './backup-keys.ts';
import { type BackupCommand, backUp, drillNewest, list, restore } from './commands.ts';
import { listBackups } from './kept-backups.ts';
import { backUpNightly, backupJobs, type NightlyBackup } from './nightly.ts';
import { withDatabase } from './places.ts';

let service: TestService;
let home: string;
let folder: string;
const logged: { level: number; msg: string }[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) });
const at = new Date('2026-11-23T02:40:00Z');
const running = new AbortController().signal;

beforeAll(async () => {
  service = await startTestService({ at });
  home = await mkdtemp(join(tmpdir(), 'jobdock-nightly-'));
});
beforeEach(async () => {
  logged.length = 0;
  folder = await mkdtemp(join(home, 'backups-'));
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
  await service.close();
});

const nightly = (over: Partial<NightlyBackup> = {}): NightlyBackup => ({
  db: service.services.db,
  log,
  now: service.services.now,
  key: service.services.secrets.derive(backupPurpose),
  version: 'test',
  folder,
  ...over,
});
const notices = async () =>
  (
    await sql<{ provider: boolean; user_id: number | null; text: string }>`
    select c.provider, n.user_id, n.text from notification n join customer c on c.id = n.customer_id where kind = 'backup_failed'`.execute(
      service.services.db,
    )
  ).rows;

/** Sends the job of a start, lets its wait pass, and runs it as a process would. Returns how many backups were made. */
async function startAndRun(backup: NightlyBackup): Promise<number> {
  const handlers = backupJobs(backup);
  for (const { onStart } of handlers) await onStart?.();
  await sql`update pgboss.job set start_after = now() - interval '1 s' where name = 'backup' and state = 'created'`.execute(
    backup.db,
  );
  return runJobs(backup.db, handlers);
}

test('the job makes a backup, deletes outdated ones and old drafts, and leaves other files', async () => {
  for (let day = 1; day <= 21; day++)
    await writeFile(join(folder, `jobdock-2026-11-${String(day).padStart(2, '0')}T024000Z.backup`), '');
  for (const name of [
    'jobdock-2026-11-20T024000Z.backup.part',
    'jobdock-2026-11-23T020000Z.backup.part',
    'before-upgrade.backup',
  ])
    await writeFile(join(folder, name), '');
  expect(await startAndRun(nightly())).toBe(1);
  const days = ['08', '15', '16', '17', '18', '19', '20', '21', '23'];
  expect((await readdir(folder)).toSorted(byName)).toEqual(
    [
      'before-upgrade.backup',
      ...days.map((day) => `jobdock-2026-11-${day}T024000Z.backup`),
      'jobdock-2026-11-23T020000Z.backup.part',
    ].toSorted(byName),
  );
  expect(logged.map(({ level, msg }) => [level, msg])).toContainEqual([30, 'the database was backed up']);
  // A start soon afterwards makes no other one.
  expect(await startAndRun(nightly({ now: () => new Date(at.getTime() + 20 * 3_600_000) }))).toBe(0);
  expect(backupJobs(nightly())[0]?.schedule).toEqual({ cron: '40 2 * * *', zone: 'UTC' });
});

test('where backups are off, nothing is scheduled and a job that still waits does nothing', async () => {
  const off = nightly({ folder: undefined });
  expect(backupJobs(off)[0]?.schedule).toBeUndefined();
  expect(await startAndRun(off)).toBe(0);
  expect(await backUpNightly(off, running)).toBe(0);
});

test('a failed backup is an error in the log and one notification to the provider for all tries of a night', async () => {
  await writeFile(join(folder, 'a-file'), '');
  const failing = nightly({ folder: join(folder, 'a-file') });
  for (let attempt = 0; attempt < 3; attempt++) await expect(backUpNightly(failing, running)).rejects.toThrow('a-file');
  expect(logged.map(({ level, msg }) => [level, msg])).toEqual(
    Array.from({ length: 3 }, () => [50, 'the nightly backup failed']),
  );
  expect(await notices()).toEqual([
    { provider: true, user_id: null, text: expect.stringContaining('The nightly backup failed: E') },
  ]);
  const nextNight = new Date(at.getTime() + 24 * 3_600_000);
  await expect(backUpNightly({ ...failing, now: () => nextNight }, running)).rejects.toThrow('a-file');
  expect(await notices()).toHaveLength(2);
});

test('a backup that a stop breaks off is tried again without a notification', async () => {
  const before = (await notices()).length;
  await expect(backUpNightly(nightly(), AbortSignal.abort())).rejects.toThrow(/abort/i);
  expect([await readdir(folder), (await notices()).length, logged]).toEqual([[], before, []]);
});

/** The operator's commands on the test database, and what they say. */
function operator(over: Partial<BackupCommand> = {}) {
  const said: string[] = [];
  const command: BackupCommand = {
    place: { home, databaseUrl: service.databaseUrl, masterKey: Buffer.alloc(32, 7).toString('hex'), oldMasterKey: undefined },
    folder,
    version: 'test',
    now: at,
    say: (sentence) => void said.push(sentence),
    ...over,
  };
  return { command, said };
}

test('an operator backs up, sees it listed, and drills; the drill leaves no database behind', async () => {
  const { command, said } = operator();
  expect(await list(command)).toBe(false);
  expect(await drillNewest(command, undefined)).toBe(false);
  await backUp(command, undefined);
  expect(await list(command)).toBe(true);
  expect(await list({ ...command, now: new Date(at.getTime() + 26 * 3_600_000) })).toBe(false);
  expect(said.at(-1)).toBe('The newest backup is 26.0 h old.');
  const databases = sql`select datname from pg_database where datname like 'drill%'`;
  expect(await drillNewest(command, undefined)).toBe(true);
  expect(said.at(-1)).toBe('Every table of the restored copy has the hash of the backup.');
  // Without its last byte, the drill fails and cleans up, too.
  const newest = (await listBackups(folder)).at(-1);
  await truncate(newest?.file ?? '', (newest?.bytes ?? 0) - 1);
  await expect(drillNewest(command, undefined)).rejects.toThrow('ends too early');
  expect((await databases.execute(service.services.db)).rows).toEqual([]);
});

test('the command needs the master key and never makes one', async () => {
  const { command } = operator();
  const place = { ...command.place, masterKey: undefined };
  await expect(backUp({ ...command, place }, undefined)).rejects.toThrow('There is no master key');
  expect(await readdir(home)).not.toContain('master.key');
});

test('a restore into a new data folder has all rows, a new epoch and the master key; secrets open there', async () => {
  const { db, secrets } = service.services;
  const secret = { customerId: service.people.north, owner: 'target:1', field: 'password' };
  await secrets.put(db, secret, 'kept safe');
  const keyFile = join(home, 'master.key');
  // PostgreSQL, which does not run as root, must be able to enter these folders.
  for (const path of [home, folder]) await chmod(path, 0o711);
  await writeFile(keyFile, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 });
  const { command, said } = operator();
  const place = { ...command.place, masterKey: undefined };
  const file = join(folder, 'given.backup');
  await backUp({ ...command, place }, file);

  const into = join(folder, 'restored');
  await restore({ ...command, place }, file, into);
  expect(said.join('\n')).toMatch(/Restored \d+ rows of \d+ tables.*\nThe devices of \d+ customers will compare/);
  expect(await readFile(join(into, 'master.key'), 'utf8')).toBe(await readFile(keyFile, 'utf8'));
  const epochOf = async (from: Db) =>
    await from.selectFrom('feed_epoch').select(['epoch', 'recoveries']).executeTakeFirstOrThrow();
  await withDatabase(into, async (url) => {
    const restored = openDatabase(url);
    const [here, there] = [await epochOf(db), await epochOf(restored)];
    expect(there.epoch).not.toBe(here.epoch);
    expect(there.recoveries).toHaveLength(1);
    expect(await secrets.take(restored, secret)).toBe('kept safe');
    const names = (from: Db) => from.selectFrom('app_user').select(['id', 'name']).orderBy('id').execute();
    expect(await names(restored)).toEqual(await names(db));
    await restored.destroy();
  });
  // A folder that holds a database is refused and stays.
  await expect(restore({ ...command, place }, file, into)).rejects.toThrow('is not empty');
  expect(await readdir(into)).toContain('postgres');
  // A restore that fails leaves no folder.
  await truncate(file, 200);
  await expect(restore({ ...command, place }, file, join(folder, 'other'))).rejects.toThrow('ends too early');
  expect(await readdir(folder)).not.toContain('other');
});

const byName = (a: string, b: string) => (a < b ? -1 : 1);
