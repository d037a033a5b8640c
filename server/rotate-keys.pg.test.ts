import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login, refreshTokens } from '#contract/people/auth.ts';
import { confirmAuthenticator, startAuthenticator } from '#contract/people/second-factor.ts';
import { dropDatabase, emptyDatabase } from '#tests/support/test-database.ts';
import { emails, startTestService, type TestService, testPassword } from '#tests/support/test-service.ts';
import { backUp, drillNewest, restore } from './backup/commands.ts';
import { ownCredentials, storeCredentials } from './collecting/task-rows/task-credentials.ts';
import { type Db, openDatabase } from './kit/db/connection.ts';
import { startWithKeys } from './kit/keys/root-keys.ts';
import { createSecrets, type Secrets } from './kit/lib/secrets.ts';
import { passwordFits } from './people/auth/passwords.ts';
import { acceptCode } from './people/second-factor/authenticator.ts';
import { acceptRecoveryCode } from './people/second-factor/recovery-codes.ts';
import { type KeyCommand, rotateKeys } from './rotate-keys.ts';
import { lockKeyOf } from './sync/lock-key.ts';

const at = new Date('2026-11-23T12:00:10Z');
const hex = (byte: number) => Buffer.alloc(32, byte).toString('hex');
const feedUrl = 'https://feeds.example.com/jobs?key=canary-71';
let service: TestService;
let home: string;
const made: { name: string; url: string }[] = [];

beforeAll(async () => {
  service = await startTestService({ at });
  home = await mkdtemp(join(tmpdir(), 'jobdock-rotate-'));
});
afterAll(async () => {
  for (const database of made) await dropDatabase(database);
  await rm(home, { recursive: true, force: true });
  await service.close();
});

/** The operator's surroundings: by default the master key that made the test service's database. */
const placeWith = (masterKey: string, oldMasterKey?: string) => ({
  home,
  databaseUrl: service.databaseUrl,
  masterKey,
  oldMasterKey,
});
const rotate = (what: KeyCommand['what'], over: Partial<KeyCommand> = {}) =>
  rotateKeys({ place: placeWith(hex(7)), newKey: undefined, what, now: at, say: () => undefined, ...over });
/** The secrets of a process that starts now. */
const started = async (db: Db, masterKey: string): Promise<Secrets> =>
  createSecrets(...(await startWithKeys(db, { home, masterKey, oldMasterKey: undefined })));
const codeAt = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 });
const keysOf = (db: Db, customerId: number) =>
  db.selectFrom('data_key').select('id').where('customer_id', '=', customerId).orderBy('id').execute();

describe('after a rotation of the master key, of the root key and of the data keys', () => {
  let user: { customerId: number; userId: number };
  let totp: string;
  let codes: string[];
  let tokens: { first: string; second: string };
  let step = 0;
  const newTarget = async () => {
    const target = await emptyDatabase();
    made.push(target);
    return target.url;
  };
  const commandWith = (masterKey: string, oldMasterKey?: string, said: string[] = []) => ({
    place: placeWith(masterKey, oldMasterKey),
    folder: join(home, 'backups'),
    version: 'test',
    now: at,
    say: (sentence: string) => void said.push(sentence),
  });
  const before = () => join(home, 'before.backup');

  beforeAll(async () => {
    const { db, secrets } = service.services;
    user = { customerId: service.people.north, userId: service.people.recruiter };
    const opened = await service.call(login, { username: emails.recruiter, password: testPassword, refreshIn: 'body' });
    const first = opened.refreshToken ?? '';
    const next = await service.call(refreshTokens, { refreshToken: first, refreshIn: 'body' });
    tokens = { first, second: next.refreshToken ?? '' };
    const token = await service.signIn('recruiter');
    totp = (await service.call(startAuthenticator, {}, token)).secret;
    codes = (await service.call(confirmAuthenticator, { code: codeAt(totp, 0) }, token)).recoveryCodes;
    await db
      .transaction()
      .execute((tx) => storeCredentials(tx, secrets, { customerId: user.customerId, taskId: 1 }, { url: feedUrl }));
    await secrets.put(db, { customerId: service.people.south, owner: 'target:1', field: 'password' }, 'south');
    await backUp(commandWith(hex(7)), before());
  });

  async function everythingOpens(db: Db, secrets: Secrets): Promise<void> {
    expect((await ownCredentials(db, secrets, { customerId: user.customerId, taskId: 1 })).url).toBe(feedUrl);
    expect(await secrets.take(db, { customerId: service.people.south, owner: 'target:1', field: 'password' })).toBe('south');
    step += 1;
    const services = { secrets, now: () => new Date(at.getTime() + step * 30_000) };
    await db.transaction().execute(async (tx) => {
      expect(await acceptCode(tx, services, user, codeAt(totp, step))).toBe(true);
      expect(await acceptRecoveryCode(tx, services, user, codes.pop() ?? '')).toBe(true);
    });
    const { password_hash } = await db
      .selectFrom('sign_in')
      .select('password_hash')
      .where('email', '=', emails.recruiter)
      .executeTakeFirstOrThrow();
    expect(await passwordFits(secrets, password_hash, testPassword)).toBe(true);
    expect(await passwordFits(secrets, password_hash, 'another')).toBe(false);
    expect(await lockKey(db, secrets)).toEqual(await lockKey(service.services.db, service.services.secrets));
  }
  async function lockKey(db: Db, secrets: Secrets) {
    const actor = { userId: user.userId, customerId: user.customerId, impersonating: false } as Parameters<typeof lockKeyOf>[2];
    const result = await lockKeyOf(db, secrets, actor, { customerId: user.customerId, clientId: 'a'.repeat(32) });
    return result.ok ? result.value : expect.fail('no lock key');
  }

  test('everything opens, each step with the keys of a process that starts then', async () => {
    const { db } = service.services;
    await everythingOpens(db, await started(db, hex(7)));
    await rotate('master', { newKey: hex(8) });
    await everythingOpens(db, await started(db, hex(7)));
    await rotate('finish', { place: placeWith(hex(8)) });
    await everythingOpens(db, await started(db, hex(8)));
    const place = placeWith(hex(8));
    await rotate('root', { place });
    const secrets = await started(db, hex(8));
    await everythingOpens(db, secrets);
    expect(secrets.derive('access tokens')).not.toEqual(service.services.secrets.derive('access tokens'));
    await rotate('data-keys', { place });
    await everythingOpens(db, secrets);
    for (const customer of [user.customerId, service.people.south]) expect(await keysOf(db, customer)).toEqual([{ id: 2 }]);
    await expect(started(db, hex(7))).rejects.toThrow('needs the master key');
  });

  test('a refresh token that was used before still gives the same successor', async () => {
    const { db } = service.services;
    const [row] = await db.selectFrom('session').selectAll().where('successor_sealed', 'is not', null).execute();
    expect(row?.successor_sealed).toMatch(/^2\./);
    const place = { customerId: user.customerId, owner: `session:${row?.id}`, field: 'successor' };
    const secrets = await started(db, hex(8));
    const successor = await secrets.open(db, place, row?.successor_sealed ?? '');
    expect(tokens.second).toBe(`${user.customerId}.${row?.id}.${successor}`);
    expect(tokens.first).not.toBe(tokens.second);
  });

  test('no other column holds what a data key encrypted', async () => {
    const { db } = service.services;
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'character varying')`.execute(db);
    const found: string[] = [];
    for (const { table_name, column_name } of rows) {
      const sealed = sql`select 1 from ${sql.table(table_name)} where ${sql.ref(column_name)}::text ~ '[0-9]\\.[A-Za-z0-9+/]{40,}=*"?$' limit 1`;
      if ((await sealed.execute(db)).rows.length > 0) found.push(`${table_name}.${column_name}`);
    }
    expect(found.toSorted()).toEqual(['secret.sealed', 'session.successor_sealed']);
  });

  test('a backup made before restores with the old master key, and then opens with the current one alone', async () => {
    const without = restore(commandWith(hex(8)), before(), await newTarget());
    await expect(without).rejects.toThrow('sealed with another master key');
    const url = await newTarget();
    await restore(commandWith(hex(8), hex(7)), before(), url);
    const restored = openDatabase(url);
    await everythingOpens(restored, await started(restored, hex(8)));
    await expect(started(restored, hex(7))).rejects.toThrow('needs the master key');
    await restored.destroy();
  });

  test('a backup made after needs the current master key alone, on a machine that has nothing else', async () => {
    const file = join(home, 'after.backup');
    await backUp(commandWith(hex(8)), file);
    const refused = drillNewest(commandWith(hex(9)), file);
    await expect(refused).rejects.toThrow(
      /sealed with another master key: [0-9a-f]{12}\. There is [0-9a-f]{12} \(JOBDOCK_MASTER_KEY\)/,
    );
    const said: string[] = [];
    expect(await drillNewest(commandWith(hex(8), undefined, said), file)).toBe(true);
    expect(said.at(-1)).toBe('Every table of the restored copy has the hash of the backup.');
  });
});

describe('an installation of the version before root keys', () => {
  const older = resolve('tests/corpus/backups/before-root-keys.backup');
  const place = { customerId: 2, owner: 'target:1', field: 'password' };

  test('keeps every derived key: its backup restores, secrets, recovery codes and passwords are accepted', async () => {
    const target = await emptyDatabase();
    made.push(target);
    const said: string[] = [];
    const command = { folder: undefined, version: 'test', now: at, say: (sentence: string) => void said.push(sentence) };
    await restore({ ...command, place: placeWith(hex(8), hex(7)) }, older, target.url);
    const db = openDatabase(target.url);
    const check = async (masterKey: string) => {
      const secrets = await started(db, masterKey);
      expect(secrets.derive('x')).toEqual(createSecrets(Buffer.alloc(32, 7)).derive('x'));
      expect(await secrets.take(db, place)).toBe('kept safe');
      const { password_hash } = await db
        .selectFrom('sign_in')
        .selectAll()
        .where('email', '=', emails.recruiter)
        .executeTakeFirstOrThrow();
      expect(password_hash).toMatch(/^\$argon2id/);
      expect(await passwordFits(secrets, password_hash, testPassword)).toBe(true);
      return secrets;
    };
    const secrets = await check(hex(8));
    const accept = (code: string) =>
      db.transaction().execute((tx) => acceptRecoveryCode(tx, { secrets, now: () => at }, { customerId: 2, userId: 2 }, code));
    expect([await accept('m6nh5-eg7n3'), await accept('m6nh5-eg7n3')]).toEqual([true, false]);
    // The first start of this version finds no root key.
    await db.deleteFrom('root_key').execute();
    await expect(started(db, hex(8))).rejects.toThrow('sealed with another master key');
    await check(hex(7));
    expect(await db.selectFrom('root_key').select('id').execute()).toEqual([{ id: 1 }]);
    await db.destroy();
  });
});

test('only the known files encrypt values, so that a rotation misses none', async () => {
  const files = (await readdir('server', { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const sealing: string[] = [];
  for (const file of files) if (/\.seal\(/.test(await readFile(join('server', file), 'utf8'))) sealing.push(file);
  expect(sealing.toSorted()).toEqual([
    'ai/rows/call-rows.ts',
    'kit/keys/rotate-data-keys.ts',
    'kit/lib/secrets.ts',
    'people/auth/sessions.ts',
  ]);
});
