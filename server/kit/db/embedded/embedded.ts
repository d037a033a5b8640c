import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { freePort } from '../../lib/free-port.ts';
import { takeFolder } from './data-folder.ts';
import { findPostgres, type Postgres, rootFolder } from './postgres-binaries.ts';

/** A PostgreSQL that this process started in its own data folder. */
export type Embedded = {
  /** Connection URL for one of its databases. The default database is created at the first start. */
  url(database?: string): string;
  /** Shuts the server down and releases the folder. */
  stop(): Promise<void>;
};

/**
 * The folder for everything that a service must not lose: `JOBDOCK_HOME`, otherwise `.jobdock` in the checkout. As root, a folder
 * under /var/lib/jobdock that the user `postgres` can open.
 */
export function homeFolder(root: string, fromEnvironment: string | undefined): string {
  if (fromEnvironment !== undefined && fromEnvironment !== '') return resolve(fromEnvironment);
  if (process.getuid?.() !== 0) return join(root, '.jobdock');
  return join(rootFolder, createHash('sha256').update(root).digest('hex').slice(0, 12));
}

/**
 * Starts PostgreSQL on a random loopback port with a random password stored in `home` (mode 0600). Creates its cluster at the
 * first start. Throws `FolderInUse` if another process has the folder. If the server stops by itself later, it is restarted on
 * the same port and `onLost` is called. `durable: false` skips fsync and accepts more connections, because many test suites share
 * it: for tests only.
 */
export async function startEmbedded(
  home: string,
  options: { durable?: boolean; onLost?: (sentence: string) => void } = {},
): Promise<Embedded> {
  const folder = await takeFolder(home);
  try {
    const postgres = await findPostgres();
    await openFolder(home, postgres);
    const cluster = join(home, 'postgres');
    const password = await passwordIn(home);
    await endOrphan(cluster);
    if (!existsSync(join(cluster, 'PG_VERSION'))) await makeCluster(postgres, home, cluster, password);
    const port = await freePort();
    const server = await keepRunning({
      start: () => runServer(postgres, home, cluster, port, options.durable ?? true),
      mayRestart: () => folder.isHeld(),
      onLost: options.onLost ?? (() => undefined),
    });
    const url = (database = 'jobdock') => `postgresql://jobdock:${password}@127.0.0.1:${port}/${database}`;
    await makeDatabase(url);
    return {
      url,
      async stop() {
        await server.stop();
        await folder.release();
      },
    };
  } catch (error) {
    await folder.release();
    throw error;
  }
}

/** Connection URL of the embedded server that another process runs in `home`. Undefined if none runs. */
export async function runningUrl(home: string): Promise<string | undefined> {
  try {
    const [, , , port] = (await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    return `postgresql://jobdock:${await passwordIn(home)}@127.0.0.1:${port}/jobdock`;
  } catch {
    return undefined;
  }
}

/** The user `postgres` must be able to open its cluster. If it cannot, fails with a clear message instead of PostgreSQL's own. */
async function openFolder(home: string, postgres: Postgres): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o711 });
  if (!postgres.user) return;
  await chmod(home, 0o711);
  for (let folder = dirname(home); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) {
      throw new Error(
        `As root, PostgreSQL runs as user postgres, who cannot enter ${folder}. Set JOBDOCK_HOME to a folder under ${rootFolder}.`,
      );
    }
  }
}

async function passwordIn(home: string): Promise<string> {
  const file = join(home, 'postgres.password');
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
}

async function makeCluster(postgres: Postgres, home: string, cluster: string, password: string): Promise<void> {
  // A start that was killed halfway leaves a folder without PG_VERSION or with part of a cluster: start over.
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const passwordFile = join(home, 'postgres.password.once');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (postgres.user) {
    await chown(draft, postgres.user.uid, postgres.user.gid);
    await chown(passwordFile, postgres.user.uid, postgres.user.gid);
  }
  try {
    await run(join(postgres.bin, 'initdb'), postgres, [
      `--pgdata=${draft}`,
      '--username=jobdock',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // PostgreSQL's built-in locale sorts texts the same on every system.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ]);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, cluster);
}

/** Longest pause between two attempts to restart a lost server. */
const longestPauseMilliseconds = 5000;

type Keeping = {
  readonly start: () => Promise<ChildProcess>;
  /** Whether this process still holds the folder. If not, restarting the server is up to the new owner. */
  readonly mayRestart: () => Promise<boolean>;
  readonly onLost: (sentence: string) => void;
};

/** Starts a server and restarts it whenever it stops by itself, so that a crash only causes a pause. */
async function keepRunning({ start, mayRestart, onLost }: Keeping): Promise<{ stop(): Promise<void> }> {
  let child = await start();
  const stopping = new AbortController();
  let restarting: Promise<void> = Promise.resolve();
  const restart = async () => {
    onLost('PostgreSQL ended by itself and is started again');
    // Sessions of the lost server may hold its shared memory for a moment; until they end, a start is refused.
    for (
      let pause = 50;
      !stopping.signal.aborted && (await mayRestart());
      pause = Math.min(pause * 2, longestPauseMilliseconds)
    ) {
      try {
        child = await start();
        watch();
        return;
      } catch (error) {
        onLost(String(error));
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  };
  const lost = () => {
    if (!stopping.signal.aborted) restarting = restart();
  };
  const watch = () => {
    if (hasEnded(child)) lost();
    else child.once('exit', lost);
  };
  watch();
  return {
    async stop() {
      stopping.abort();
      await restarting;
      await endServer(child);
    },
  };
}

async function runServer(
  postgres: Postgres,
  home: string,
  cluster: string,
  port: number,
  durable: boolean,
): Promise<ChildProcess> {
  const log = await open(join(home, 'postgres.log'), 'a', 0o600);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: durable ? '100' : '300',
    timezone: 'UTC',
    fsync: durable ? 'on' : 'off',
    ...(durable ? {} : { full_page_writes: 'off', autovacuum: 'off' }),
  };
  const child = spawn(
    join(postgres.bin, 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its own process group: Ctrl-C reaches this process first, which then stops the database last.
    { ...postgres.user, cwd: home, stdio: ['ignore', log.fd, log.fd], detached: process.platform !== 'win32' },
  );
  child.unref();
  const died = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${tail(join(home, 'postgres.log'))}`)));
  });
  died.catch(() => undefined);
  await log.close();
  const password = await passwordIn(home);
  await Promise.race([answering(`postgresql://jobdock:${password}@127.0.0.1:${port}/postgres`), died]);
  return child;
}

/** Waits until the server answers queries, at most 60 s (recovery after a crash can take long). */
async function answering(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((done) => setTimeout(done, 25));
    }
  }
}

async function makeDatabase(url: (database?: string) => string): Promise<void> {
  const found = await query(url('postgres'), "select 1 from pg_database where datname = 'jobdock'");
  if (found === 0) await query(url('postgres'), 'create database jobdock');
}

async function query(url: string, text: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rowCount ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Stops the PostgreSQL that a killed service left running, before a new one starts on the same cluster. */
async function endOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !isServerOf(pid, cluster)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 20_000;
  while (isServerOf(pid, cluster)) {
    if (Date.now() > deadline) throw new Error(`An earlier PostgreSQL (process ${pid}) on ${cluster} does not end`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
    const commandLine = `/proc/${pid}/cmdline`;
    return !existsSync('/proc/self') || readFileSync(commandLine, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Fast shutdown: open transactions are rolled back and all data is written. After 20 s the server is killed. */
async function endServer(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.ref();
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGQUIT'), 20_000);
  await ended;
  clearTimeout(force);
}

async function run(program: string, postgres: Postgres, args: string[]): Promise<void> {
  const child = spawn(program, args, { ...postgres.user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (part: Buffer) => {
    words += part.toString('utf8');
  });
  const code = await new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', done);
  });
  if (code !== 0) throw new Error(`initdb failed: ${words}`);
}

const tail = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').slice(-600) : '');
