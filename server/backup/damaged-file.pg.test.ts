import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropDatabase, emptyDatabase } from '#tests/support/test-database.ts';
import { type SyncWorld, startSyncWorld } from '#tests/support/worlds/sync-world.ts';
import { createSecrets } from '../kit/lib/secrets.ts';
import { readBackup } from './read-backup.ts';
import { loadBackup } from './restore-backup.ts';
import { seal, unseal } from './sealed-file.ts';
import { onConnection } from './tables.ts';
import { takeBackup } from './take-backup.ts';

const key = createSecrets(new Uint8Array(32).fill(7)).derive('backup');
let world: SyncWorld;
let folder: string;
const made: { name: string }[] = [];
let number = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobdock-damaged-'));
  world = await startSyncWorld(5);
});
afterAll(async () => {
  for (const database of made) await dropDatabase(database);
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

async function backup(): Promise<string> {
  const file = join(folder, `${number++}.backup`);
  await takeBackup({ url: world.url, key, file, takenAt: new Date(), version: 'test' });
  return file;
}

const on = (url: string, statement: string) =>
  onConnection(url, async (client) => {
    await client.query('set search_path = public, pg_catalog');
    return (await client.query(statement)).rows;
  });

/** Form, id of the key, salt, and the length and text of an empty list of root keys. */
const headBytes = 17 + 16 + 32 + 2 + 2;

/** The bytes of a sealed file's head and of each frame. */
function framesOf(bytes: Buffer): { head: Buffer; frames: Buffer[] } {
  const head = bytes.subarray(0, headBytes);
  const frames: Buffer[] = [];
  for (let at = headBytes; at < bytes.length; ) {
    const next = at + 4 + (bytes.readUInt32BE(at) & 0x7f_ff_ff_ff) + 16;
    frames.push(bytes.subarray(at, next));
    at = next;
  }
  return { head, frames };
}

test('a shortened, altered, reordered, mixed or foreign file is refused with its reason, and nothing of it stays', async () => {
  // Random bytes do not compress, so the file has several frames.
  await on(
    world.url,
    `insert into upload (customer_id, user_id, file_name, bytes) select ${world.customerId}, 1, 'random',
    string_agg(decode(md5(random()::text), 'hex'), '') from generate_series(1, 100000)`,
  );
  const file = await backup();
  const whole = await readFile(file);
  const { head, frames } = framesOf(whole);
  const other = framesOf(await readFile(await backup()));
  expect(frames.length).toBeGreaterThan(3);
  const flipped = (at: number) => {
    const copy = Buffer.from(whole);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const [a, b, ...rest] = frames as [Buffer, Buffer, ...Buffer[]];
  const lastAsFirst = Buffer.from(a);
  lastAsFirst.writeUInt32BE((a.readUInt32BE(0) | 0x80_00_00_00) >>> 0, 0);
  const cases: [string, Buffer, string | RegExp][] = [
    ['empty', Buffer.alloc(0), 'not a Jobdock backup'],
    ['another file', Buffer.from('PGDMP'.repeat(100)), 'not a Jobdock backup'],
    ['only its head', head, 'ends too early'],
    ['cut in a frame', whole.subarray(0, whole.length - 1), 'ends too early'],
    ['cut between frames', Buffer.concat([head, ...frames.slice(0, -1)]), 'ends too early'],
    ['cut, and the end mark set', Buffer.concat([head, lastAsFirst]), 'Part 1 of this backup is damaged'],
    ['reordered', Buffer.concat([head, b, a, ...rest]), 'Part 1 of this backup is damaged'],
    ['a frame repeated', Buffer.concat([head, a, a, b, ...rest]), 'Part 2 of this backup is damaged'],
    ['a frame left out', Buffer.concat([head, a, ...rest]), 'Part 2 of this backup is damaged'],
    ['a frame of another backup', Buffer.concat([head, a, other.frames[1] ?? a, ...rest]), 'Part 2 of this backup is damaged'],
    ['something added', Buffer.concat([whole, Buffer.from('x')]), 'added after the end'],
    ['a bit of the salt', flipped(60), 'Part 1 of this backup is damaged'],
    ['a bit of the root keys', flipped(headBytes - 1), 'Part 1 of this backup is damaged'],
    ['a bit of a length', flipped(headBytes + 2), /damaged|too early/],
    ['a bit in the middle', flipped(Math.floor(whole.length / 2)), 'is damaged'],
    ['a bit of the last tag', flipped(whole.length - 1), 'is damaged'],
  ];
  const target = await emptyDatabase();
  made.push(target);
  for (const [name, bytes, words] of cases) {
    const bad = join(folder, 'bad.backup');
    await writeFile(bad, bytes);
    await expect(all(readBackup(bad, key)), name).rejects.toThrow(words);
  }
  const wrongKey = createSecrets(new Uint8Array(32).fill(8)).derive('backup');
  await expect(all(readBackup(file, wrongKey))).rejects.toThrow('sealed with another master key');
  // Damage near the end is found after most rows were inserted: they are removed.
  await writeFile(join(folder, 'bad.backup'), flipped(whole.length - 1));
  await expect(loadBackup(target.url, join(folder, 'bad.backup'), key)).rejects.toThrow('is damaged');
  expect(await on(target.url, "select 1 from pg_tables where schemaname in ('public', 'pgboss')")).toEqual([]);
  await loadBackup(target.url, file, key);
});

async function all(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of parts);
}

test('a sealed stream has the bytes that went in, whatever the sizes of its chunks', async () => {
  for (const sizes of [[], [0], [1], [262_143, 1], [262_144], [262_145], [600_000, 5, 262_139]]) {
    const plain = sizes.map((size, i) => Buffer.alloc(size, i + 1));
    const sealed: Buffer[] = [];
    for await (const part of seal(Readable.from(plain), key, [])) sealed.push(part);
    const opened: Buffer[] = [];
    for await (const part of unseal(Readable.from(sealed), key)) opened.push(part);
    expect(Buffer.concat(opened).equals(Buffer.concat(plain))).toBe(true);
  }
});
