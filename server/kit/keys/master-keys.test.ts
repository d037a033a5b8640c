import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMasterKey, findOldKeys, makeMasterKey, readMasterKeys } from './master-keys.ts';

const bytes = Buffer.alloc(32, 1);
const from = (masterKey: string | undefined) => findMasterKey({ home: '/nowhere', masterKey })?.key;

describe('the master key', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'jobdock-key-'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  test('is created once, and only its owner can read it', async () => {
    const first = await makeMasterKey(home);
    expect((await makeMasterKey(home)).key).toEqual(first.key);
    expect(findMasterKey({ home, masterKey: undefined })).toEqual(first);
    expect((await stat(join(home, 'master.key'))).mode & 0o777).toBe(0o600);
  });

  test('comes from the environment in base64 or hex; anything else stops the start', () => {
    expect(from(bytes.toString('base64'))).toEqual(bytes);
    expect(from(bytes.toString('hex'))).toEqual(bytes);
    expect(() => from('too short')).toThrow('JOBDOCK_MASTER_KEY must be 32 bytes');
  });

  test('that was damaged stops the start instead of being created again', async () => {
    const torn = join(home, 'torn');
    await makeMasterKey(torn);
    await writeFile(join(torn, 'master.key'), 'torn');
    expect(() => findMasterKey({ home: torn, masterKey: undefined })).toThrow('does not hold a master key');
    await expect(makeMasterKey(torn)).rejects.toThrow('does not hold a master key');
  });

  test('has an id that is the same wherever the key comes from', async () => {
    const made = await makeMasterKey(home);
    const given = findMasterKey({ home: '/nowhere', masterKey: made.key.toString('hex') });
    expect(given?.id).toBe(made.id);
    expect(made.id).toMatch(/^[0-9a-f]{12}$/);
    expect(made.key.toString('hex')).not.toContain(made.id);
  });
});

test('older master keys come from the environment first, then from the kept files, the newest first', async () => {
  const home = await mkdtemp(join(tmpdir(), 'jobdock-old-keys-'));
  for (const [i, day] of ['20260101', '20260301', '20260201'].entries())
    await writeFile(join(home, `master.key.old-${day}T000000Z`), Buffer.alloc(32, i + 1).toString('base64'));
  const place = { home, masterKey: bytes.toString('hex'), oldMasterKey: Buffer.alloc(32, 9).toString('hex') };
  const old = await findOldKeys(place);
  expect(old.map(({ key }) => key[0])).toEqual([9, 2, 3, 1]);
  expect((await readMasterKeys(place)).current.from).toBe('JOBDOCK_MASTER_KEY');
  await expect(readMasterKeys({ ...place, masterKey: undefined })).rejects.toThrow('There is no master key in');
  await rm(home, { recursive: true, force: true });
});
