import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FolderInUse, takeFolder } from './data-folder.ts';
import { startEmbedded } from './embedded.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'jobdock-embedded-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded database', () => {
  test('starts in an empty folder, keeps its data, and refuses a second process', async () => {
    const first = await startEmbedded(home);
    await ask(first.url(), 'create table kept as select 7 as n');
    await expect(startEmbedded(home)).rejects.toThrow(FolderInUse);
    expect(await ask(first.url(), "select current_setting('fsync') as fsync")).toEqual([{ fsync: 'on' }]);
    await first.stop();
    const second = await startEmbedded(home);
    expect(await ask(second.url(), 'select n from kept')).toEqual([{ n: 7 }]);
    await second.stop();
    expect((await stat(join(home, 'postgres.password'))).mode & 0o777).toBe(0o600);
  });

  test('takes over from a service that was killed and whose server still runs', async () => {
    const abandoned = await startEmbedded(home);
    await ask(abandoned.url(), 'create table kept as select 7 as n');
    // Same state as after kill -9: the server runs, the lock names a dead process.
    await writeFile(join(home, 'lock'), JSON.stringify({ pid: await deadPid(), startedAt: '', mark: 'gone' }));
    const next = await startEmbedded(home);
    expect(await ask(next.url(), 'select n from kept')).toEqual([{ n: 7 }]);
    await next.stop();
  });

  test('is restarted on its port when its server is killed, and keeps what was committed', async () => {
    const told: string[] = [];
    const embedded = await startEmbedded(home, { onLost: (sentence) => told.push(sentence) });
    await ask(embedded.url(), 'create table kept as select 7 as n');
    const pid = async () => Number((await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
    const first = await pid();
    process.kill(first, 'SIGKILL');
    await expect.poll(() => ask(embedded.url(), 'select n from kept').catch(() => []), { timeout: 20_000 }).toEqual([{ n: 7 }]);
    expect(await pid()).not.toBe(first);
    expect(told[0]).toContain('ended by itself');
    await embedded.stop();
    await expect(ask(embedded.url(), 'select 1')).rejects.toThrow('ECONNREFUSED');
  });

  test('starts over after a first start that was killed halfway', async () => {
    await writeFile(join(home, 'postgres.password'), 'a-password-from-before', { mode: 0o600 });
    await mkdir(join(home, 'postgres'));
    await mkdir(join(home, 'postgres.new'));
    const embedded = await startEmbedded(home);
    expect(await ask(embedded.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.stop();
  });

  test.runIf(process.getuid?.() === 0)('names the folder that the user postgres cannot open', async () => {
    await chmod(home, 0o700);
    await expect(startEmbedded(join(home, 'inner'))).rejects.toThrow(`cannot enter ${home}`);
  });
});

describe('the lock of a data folder', () => {
  test('of a running process is respected, of a dead one taken over', async () => {
    const hold = await takeFolder(home);
    await expect(takeFolder(home)).rejects.toThrow(FolderInUse);
    await hold.release();
    expect(await hold.isHeld()).toBe(false);
    await writeFile(join(home, 'lock'), JSON.stringify({ pid: await deadPid(), startedAt: 'x', mark: 'gone' }));
    await (await takeFolder(home)).release();
  });

  test.runIf(process.platform === 'linux')('of a dead process whose id was reused is taken over', async () => {
    await writeFile(join(home, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'another boot/1', mark: 'gone' }));
    const hold = await takeFolder(home);
    expect(await hold.isHeld()).toBe(true);
    await hold.release();
  });

  test('left incomplete by a power failure is taken over', async () => {
    await writeFile(join(home, 'lock'), '{"pid":');
    expect(await (await takeFolder(home)).isHeld()).toBe(true);
  });

  test('goes to only one of twenty processes that find it stale at once', async () => {
    const gone = await deadPid();
    for (let round = 0; round < 50; round += 1) {
      const folder = join(home, String(round));
      await mkdir(folder);
      await writeFile(join(folder, 'lock'), JSON.stringify({ pid: gone, startedAt: 'x', mark: 'gone' }));
      const tries = await Promise.allSettled(Array.from({ length: 20 }, () => takeFolder(folder)));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  test('leaves one file behind, however many processes had the folder before', async () => {
    for (let round = 0; round < 3; round += 1) await (await takeFolder(home)).release();
    expect((await readdir(home)).filter((name) => name.startsWith('lock'))).toEqual(['lock.2']);
  });
});

/** Id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((done) => child.once('exit', done));
  return child.pid ?? 0;
}
