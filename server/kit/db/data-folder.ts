import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another live process holds the data folder. */
export class FolderInUse extends Error {}

/** A folder that this process has. `release` lets the next one take it. */
type Hold = { release(): Promise<void>; isHeld(): Promise<boolean> };
type Owner = { pid: number; startedAt: string; mark: string };

/**
 * Takes a data folder for this process with a lock file of process id and start time, and returns how to let go of it.
 * Throws `FolderInUse` while its owner lives; the lock of a dead process (or of another that got its id) is taken over.
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
    // Moved away before it is removed: of two that find the same stale lock, one succeeds and the other looks again.
    const stale = `${file}.${mark}`;
    await rename(file, stale).catch(ignoreMissing);
    await giveBackLiveLock(stale, file);
    await rm(stale, { force: true });
  }
  throw new FolderInUse(`${folder} is being taken by several processes at once`);
}

/** Between reading a stale lock and moving it, a new owner may have come: then what was moved is theirs. */
async function giveBackLiveLock(moved: string, file: string): Promise<void> {
  const owner = await readOwner(moved);
  if (owner && isAlive(owner)) await createLock(file, owner);
}

/** Written aside and linked in whole: no one ever reads half a lock of a live process. */
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
    // Gone meanwhile, or torn by a power cut: no one's.
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
  // Where the system does not tell start times, a live process of that id counts as the owner.
  return started === undefined || owner.startedAt === '' || started === owner.startedAt;
}

/** When a process started: boot and clock ticks since then, so that a reused id shows. Undefined outside Linux. */
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
