import { link, mkdtemp, readdir, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { explainStart } from '#server/explain-start.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { findMasterKey, type KeyPlace, makeMasterKey, readMasterKeys } from './master-keys.ts';
import { startWithKeys } from './root-keys.ts';
import { finishRotation, type MasterRotation, rotateMasterKey } from './rotate-master.ts';
import { addRootKey } from './rotate-root.ts';

const now = new Date('2026-11-23T10:00:00Z');
const hex = (byte: number) => Buffer.alloc(32, byte).toString('hex');
let database: TestDatabase;
let place: KeyPlace;
const homes: string[] = [];

beforeEach(async () => {
  // One database serves all tests; each begins as a new installation.
  database ??= await createTestDatabase();
  await database.db.deleteFrom('root_key').execute();
  const home = await mkdtemp(join(tmpdir(), 'jobdock-rotate-'));
  homes.push(home);
  place = { home, masterKey: undefined, oldMasterKey: undefined };
});
afterAll(async () => {
  for (const home of homes) await rm(home, { recursive: true, force: true });
  await database.close();
});

const start = (over: Partial<KeyPlace> = {}) => startWithKeys(database.db, { ...place, ...over });
const rotate = (over: Partial<MasterRotation> = {}) =>
  rotateMasterKey({ db: database.db, place, newKey: undefined, isShared: false, now, say: () => undefined, ...over });
const keyNow = () => findMasterKey(place)?.key.toString('hex');
const mastersInTable = async () =>
  new Set((await database.db.selectFrom('root_key').select('master_id').execute()).map(({ master_id }) => master_id)).size;

test('a new installation has a random root key, which another process on its database gets too', async () => {
  const [roots, same] = await Promise.all([start(), start()]);
  expect(roots).toHaveLength(1);
  expect(roots).toEqual(same);
  expect(Buffer.from(roots[0]).toString('hex')).not.toBe(keyNow());
  expect(await start()).toEqual(roots);
  const [row] = await database.db.selectFrom('root_key').selectAll().execute();
  expect(row?.sealed).not.toContain(Buffer.from(roots[0]).toString('base64').slice(0, 12));
});

test('a rotation keeps the root keys, keeps the old file, and the old key no longer opens the database', async () => {
  const roots = await start();
  const [old, id] = [keyNow(), findMasterKey(place)?.id];
  await rotate();
  expect(keyNow()).not.toBe(old);
  expect(await start()).toEqual(roots);
  expect((await readdir(place.home)).toSorted()).toEqual(['master.key', `master.key.old-20261123T100000Z-${id}`]);
  expect((await stat(join(place.home, 'master.key'))).mode & 0o777).toBe(0o600);
  expect(await mastersInTable()).toBe(1);
  await expect(start({ masterKey: old })).rejects.toThrow('This database needs the master key');
});

describe('a rotation that is interrupted', () => {
  // `say` tells of each step when it is done, so a throw there is a crash between two steps.
  test.each([1, 2, 3, 4])('after step %d leaves a database that starts, and can be run again', async (step) => {
    const roots = await start();
    const old = keyNow() ?? '';
    let done = 0;
    const say = () => {
      done += 1;
      if (done === step) throw new Error('crash');
    };
    await expect(rotate({ say })).rejects.toThrow('crash');
    const copied = { ...place, home: '/nowhere' };
    expect(await startWithKeys(database.db, { ...copied, masterKey: keyNow() })).toEqual(roots);
    if (step < 4) expect(await startWithKeys(database.db, { ...copied, masterKey: old })).toEqual(roots);
    await rotate();
    expect(await start()).toEqual(roots);
    expect(await mastersInTable()).toBe(1);
    expect(await readdir(place.home)).not.toContain('master.key.new');
    await expect(start({ masterKey: old })).rejects.toThrow('needs the master key');
  });

  test('between the second name of the old key and its exchange goes on with the same new key', async () => {
    const roots = await start();
    const words: string[] = [];
    const say = (sentence: string) => {
      words.push(sentence);
      if (words.length === 2) throw new Error('crash');
    };
    await expect(rotate({ say })).rejects.toThrow('crash');
    await link(join(place.home, 'master.key'), join(place.home, `master.key.old-20261123T100000Z-${findMasterKey(place)?.id}`));
    await rotate({ say: (sentence) => void words.push(sentence) });
    expect(words[2]).toBe(words[0]);
    expect(await start()).toEqual(roots);
  });
});

test('with the key in the environment both keys open the database until the rotation is finished', async () => {
  const before = { masterKey: hex(1) };
  const after = { masterKey: hex(2) };
  const roots = await start(before);
  const given = { ...place, ...before };
  await expect(rotate({ place: given })).rejects.toThrow('Set JOBDOCK_NEW_MASTER_KEY');
  await expect(rotate({ place: given, newKey: hex(1) })).rejects.toThrow('is the current master key');
  await rotate({ place: given, newKey: hex(2) });
  expect([await start(before), await start(after)]).toEqual([roots, roots]);
  await expect(addRootKey(database.db, await readMasterKeys(given))).rejects.toThrow('--finish');
  await finishRotation({ db: database.db, place: { ...place, ...after }, say: () => undefined });
  expect(await start(after)).toEqual(roots);
  await expect(start(before)).rejects.toThrow('needs the master key');
  expect(await readdir(place.home)).toEqual([]);
});

test('where other machines may have a copy of the file, the old key opens the database until the rotation is finished', async () => {
  const roots = await start();
  const old = keyNow();
  await rotate({ isShared: true });
  expect([await start(), await start({ masterKey: old })]).toEqual([roots, roots]);
});

test('a database that needs an older key starts with it once, then with the current one alone', async () => {
  const roots = await start({ masterKey: hex(1) });
  expect(await start({ masterKey: hex(2), oldMasterKey: hex(1) })).toEqual(roots);
  expect(await start({ masterKey: hex(2) })).toEqual(roots);
});

test('the file that a rotation kept opens an older copy of the database', async () => {
  const roots = await start();
  const older = await database.db.selectFrom('root_key').selectAll().execute();
  await rotate();
  await database.db.deleteFrom('root_key').execute();
  await database.db.insertInto('root_key').values(older).execute();
  expect(await start()).toEqual(roots);
  expect(await mastersInTable()).toBe(2);
});

test('a wrong or missing key stops the start with a sentence that names the key, and makes none', async () => {
  const { id } = await makeMasterKey(place.home);
  await start();
  const refused = async (over: Partial<KeyPlace>) => explainStart(await start(over).catch((error: unknown) => error));
  const wrong = await refused({ masterKey: hex(9) });
  expect(wrong).toContain(`This database needs the master key ${id}, and there is `);
  expect(wrong).toContain('(JOBDOCK_MASTER_KEY). Set JOBDOCK_MASTER_KEY to that key');
  await unlink(join(place.home, 'master.key'));
  const missing = await refused({});
  expect(missing).toContain(`There is no master key in ${place.home}, and the database was made with one (${id})`);
  for (const words of [wrong, missing, await refused({ masterKey: 'short' })]) expect(words).not.toMatch(/\n|\bat .*\.ts/);
  expect(await readdir(place.home)).toEqual([]);
});

test('a second root key is newest, the first stays, and a rotation of the master key keeps both', async () => {
  const [first] = await start();
  expect(await addRootKey(database.db, await readMasterKeys(place))).toBe(2);
  const roots = await start();
  expect(roots).toHaveLength(2);
  expect(roots[0]).toEqual(first);
  await rotate();
  expect(await start()).toEqual(roots);
});
