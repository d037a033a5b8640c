import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Another running process holds the data folder. */
export class FolderInUse extends Error {}

/** The lock of this process on a folder. `release` lets another process take it. */
type Hold = { release(): Promise<void>; isHeld(): Promise<boolean> };
type Owner = { pid: number; startedAt: string; mark: string };

/**
 * Locks a data folder for this process with a file of process id and start time. Throws `FolderInUse` while the owner runs; the
 * lock of a dead process is taken over, even if its process id was reused.
 *
 * Lock files are numbered: `lock`, `lock.1`, `lock.2` and so on. The highest number is the lock. To take it over, a process creates
 * the next number, which succeeds for one process only, and then checks that its number is still the highest. Neither takeover nor
 * release removes the highest file, so a process that read the folder long ago cannot disturb a newer owner.
 */
export async function takeFolder(folder: string): Promise<Hold> {
  await mkdir(folder, { recursive: true });
  const mark = randomBytes(12).toString('hex');
  const own: Owner = { pid: process.pid, startedAt: startOf(process.pid) ?? '', mark };
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const numbers = await lockNumbers(folder);
    const last = numbers.at(-1);
    const owner = last === undefined ? undefined : await readOwner(lockFile(folder, last));
    if (owner && isAlive(owner)) {
      throw new FolderInUse(`${folder} is in use by process ${owner.pid}. Stop it, or set JOBDOCK_HOME to another folder.`);
    }
    const number = last === undefined ? 0 : last + 1;
    const file = lockFile(folder, number);
    if (!(await createLock(file, own))) continue;
    if ((await lockNumbers(folder)).at(-1) === number) {
      await Promise.all(numbers.map((older) => rm(lockFile(folder, older), { force: true })));
      return { release: () => releaseLock(file, mark), isHeld: async () => (await readOwner(file))?.mark === mark };
    }
    await rm(file, { force: true });
  }
  throw new FolderInUse(`${folder} is being taken by several processes at once`);
}

const lockName = /^lock(?:\.(\d+))?$/;
const lockFile = (folder: string, number: number) => join(folder, number === 0 ? 'lock' : `lock.${number}`);

/** Numbers of the lock files in a folder, ascending. */
async function lockNumbers(folder: string): Promise<number[]> {
  const locks = (await readdir(folder)).map((name) => lockName.exec(name)).filter((match) => match !== null);
  return locks.map(([, number]) => Number(number ?? 0)).toSorted((a, b) => a - b);
}

/** Written to a temporary file and linked when complete, so that no process reads a partial lock. */
async function createLock(file: string, owner: Owner): Promise<boolean> {
  const draft = await writeDraft(file, owner);
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

/** The released lock stays as a file without an owner, so that its number is not used again. */
async function releaseLock(file: string, mark: string): Promise<void> {
  if ((await readOwner(file))?.mark === mark) await rename(await writeDraft(file, {}), file);
}

async function writeDraft(file: string, content: Owner | Record<string, never>): Promise<string> {
  const draft = `${file}.new.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, JSON.stringify(content), { mode: 0o600 });
  return draft;
}

async function readOwner(file: string): Promise<Owner | undefined> {
  try {
    const content = JSON.parse(await readFile(file, 'utf8')) as Partial<Owner>;
    return content.pid === undefined ? undefined : (content as Owner);
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
