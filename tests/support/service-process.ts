import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A job order of the ATS double, as far as tests look at it. */
export type JobOrder = { id: number; externalID: string; customText2: string; clientCorporation: { id: number } };

/** A database of a server that others use too: the settings that lead a service there, and what removes it. */
export type SharedDatabase = { readonly settings: Readonly<Record<string, string>>; drop(): Promise<void> };

/** Where `npm run` stands. */
const root = process.cwd();
const readyMs = 60_000;

/** The built service as its own process on a data folder of its own, with the demo agency. Can be killed and started again. */
export class ServiceProcess {
  readonly port: number;
  readonly home: string;
  /** Where browsers reach it: itself, or a wire in front of it. */
  publicPort: number;
  /** The folder whose `dist` it runs: of the checkout, or of another build. */
  build = root;
  /** Settings beside the usual ones, from its next start on. */
  settings: Readonly<Record<string, string>> = {};
  readonly #database: SharedDatabase | null;
  #process: ChildProcess | null = null;
  #said = '';

  private constructor(port: number, home: string, database: SharedDatabase | null) {
    this.port = port;
    this.publicPort = port;
    this.home = home;
    this.#database = database;
  }

  /** One that is not started yet, with a PostgreSQL of its own unless it is given a database. */
  static async make(database: SharedDatabase | null = null): Promise<ServiceProcess> {
    return new ServiceProcess(await freePort(), await mkdtemp(join(tmpdir(), 'jobdock-e2e-')), database);
  }

  /** Starts and waits until it answers. */
  async start(): Promise<void> {
    this.#said = '';
    const child = spawn(process.execPath, [join(this.build, 'dist/server/main.mjs')], {
      env: {
        ...process.env,
        PORT: String(this.port),
        JOBDOCK_HOME: this.home,
        JOBDOCK_PUBLIC_URL: `http://127.0.0.1:${this.publicPort}`,
        NODE_ENV: 'production',
        ...this.#database?.settings,
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    child.stdout.on('data', (text: Buffer) => (this.#said += text.toString()));
    child.stderr.on('data', (text: Buffer) => (this.#said += text.toString()));
    const deadline = Date.now() + readyMs;
    while (!this.#said.includes('Jobdock is ready')) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`the service did not start:\n${this.#said}`);
      await pause(50);
    }
  }

  /** What it has printed since its last start. */
  get said(): string {
    return this.#said;
  }

  /** kill -9: no goodbye, nothing flushed by us. The database's own server lives on until the next start ends it. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to end; answers its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** kill -9 of the database's server alone: the service lives and has to bring it back. */
  killDatabase(): void {
    process.kill(Number(this.#postmaster()[0]), 'SIGKILL');
  }

  /** Connection text of the embedded database; throws while there is none. */
  databaseUrl(): string {
    const password = readFileSync(join(this.home, 'postgres.password'), 'utf8').trim();
    return `postgresql://jobdock:${password}@127.0.0.1:${this.#postmaster()[3]}/jobdock`;
  }

  /** Lines of the server's own note: process id first, port fourth. */
  #postmaster(): string[] {
    return readFileSync(join(this.home, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  }

  /** Stops for good and removes the data. */
  async remove(): Promise<void> {
    await this.stop();
    await this.#database?.drop();
    await rm(this.home, { recursive: true, force: true });
  }

  /** Job orders that the ATS double holds, newest state each, as its journal has them on disk. */
  jobOrders(): JobOrder[] {
    const file = join(this.home, 'demo-ats.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const orders = lines.map((line) => JSON.parse(line) as JobOrder);
    return [...new Map(orders.map((order) => [order.id, order])).values()];
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return gone;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
