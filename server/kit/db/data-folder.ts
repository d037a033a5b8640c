import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another running process holds the data folder. */
export class FolderInUse extends Error {}

/** The lock of this process on a folder. `release` lets another process take it. */
type Hold = { release(): Promise<void>; isHeld(): Promise<boolean> };
type Owner = { pid: number; startedAt: string; mark: string };

/**
 * Locks a data folder for this process with a file of process id and start time. Throws `FolderInUse` while the owner runs; the
 * lock of a dead process is taken over, even if its process id was reused.
 */
export async function takeFolder(folder: string): Promise<Hold> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'lock');
  const mark = randomBytes(12).toString('hex');
  const own: Owner = { pid: process.pid, startedAt: startOf(process.pid) ?? '', mark };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await createLock(file, own)) {
      return { release: () => releaseLock(file, mark), isHeld: async () => (await readOwner(file))?.mark === mark };
    }
    const owner = await readOwner(file);
    if (owner && isAlive(owner)) {
      throw new FolderInUse(`${folder} is in use by process ${owner.pid}. Stop it, or set JOBDOCK_HOME to another folder.`);
    }
    // Renamed before it is deleted: if two processes find the same stale lock, one succeeds and the other checks again.
    const stale = `${file}.${mark}`;
    await rename(file, stale).catch(ignoreMissing);
    await giveBackLiveLock(stale, file);
    await rm(stale, { force: true });
  }
  throw new FolderInUse(`${folder} is being taken by several processes at once`);
}

/** A new owner may have created its lock after the stale one was read. Then the moved file is theirs and is put back. */
async function giveBackLiveLock(moved: string, file: string): Promise<void> {
  const owner = await readOwner(moved);
  if (owner && isAlive(owner)) await createLock(file, owner);
}

/** Written to a temporary file and linked when complete, so that no process reads a partial lock. */
async function createLock(file: string, owner: Owner): Promise<boolean> {
  const draft = `${file}.new.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function releaseLock(file: string, mark: string): Promise<void> {
  if ((await readOwner(file))?.mark === mark) await rm(file, { force: true });
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Owner;
  } catch {
    // Deleted meanwhile, or incomplete after a power failure: the folder has no owner.
    return undefined;
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const started = startOf(owner.pid);
  // If the system reports no start times, a running process with that id counts as the owner.
  return started === undefined || owner.startedAt === '' || started === owner.startedAt;
}

/** When a process started: boot id and clock ticks since boot, to detect a reused process id. Undefined outside Linux. */
function startOf(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  try {
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
