import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/kit/lib/free-port.ts';

/** The fields of an ATS double's job order that tests read. */
export type JobOrder = { id: number; externalID: string; customText2: string; clientCorporation: { id: number } };

/** A database on a shared server: the settings that point a service to it, and its cleanup. */
export type SharedDatabase = { readonly settings: Readonly<Record<string, string>>; drop(): Promise<void> };

/** The working directory of `npm run`. */
const root = process.cwd();
const readyMs = 60_000;

/** The built service as a separate process with its own data folder and the demo agency. It can be killed and restarted. */
export class ServiceProcess {
  readonly port: number;
  readonly home: string;
  /** The port that browsers use: its own, or that of a proxy. */
  publicPort: number;
  /** The folder whose `dist` it runs: the checkout or another build. */
  build = root;
  /** Additional settings, used from the next start on. */
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

  /** Makes a service that is not started yet. It has its own PostgreSQL unless a database is given. */
  static async make(database: SharedDatabase | null = null): Promise<ServiceProcess> {
    return new ServiceProcess(await freePort(), await mkdtemp(join(tmpdir(), 'jobdock-e2e-')), database);
  }

  /** Starts it and waits until it answers. */
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

  /** Its output since the last start. */
  get said(): string {
    return this.#said;
  }

  /** Sends SIGKILL, so nothing is flushed. The database server keeps running until the next start stops it. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to stop and returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** Sends SIGKILL only to the database server. The service keeps running and must restart it. */
  killDatabase(): void {
    process.kill(Number(this.#postmaster()[0]), 'SIGKILL');
  }

  /** Connection string of its database; throws while an embedded one does not run. */
  databaseUrl(): string {
    const shared = this.#database?.settings['DATABASE_URL'];
    if (shared !== undefined) return shared;
    const password = readFileSync(join(this.home, 'postgres.password'), 'utf8').trim();
    return `postgresql://jobdock:${password}@127.0.0.1:${this.#postmaster()[3]}/jobdock`;
  }

  /** Lines of the server's pid file: the process id first, the port fourth. */
  #postmaster(): string[] {
    return readFileSync(join(this.home, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    await this.stop();
    await this.#database?.drop();
    await rm(this.home, { recursive: true, force: true });
  }

  /** Kills it and removes its data at once, for the end of a process. The setup drops its database. */
  abandon(): void {
    this.#process?.kill('SIGKILL');
    rmSync(this.home, { recursive: true, force: true });
  }

  /** The newest state of each job order in the ATS double, from its journal on disk. */
  jobOrders(): JobOrder[] {
    const file = join(this.home, 'demo-ats.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const orders = lines.map((line) => JSON.parse(line) as JobOrder);
    return [...new Map(orders.map((order) => [order.id, order])).values()];
  }

  /** The emails that reached the demo's mail server since the last start, the newest first. */
  async mails(): Promise<{ id: number; to: string[]; subject: string; text: string; attachments: { name: string }[] }[]> {
    return (await fetch(`${this.#mailbox()}/messages.json`)).json();
  }

  /** A file that came with one of them, by its place. */
  async mailedFile(mailId: number, place: number): Promise<Blob> {
    return (await fetch(`${this.#mailbox()}/mails/${mailId}/files/${place}`)).blob();
  }

  #mailbox(): string {
    const page = /Emails of the demo: (\S+)/.exec(this.#said)?.[1];
    if (page === undefined) throw new Error('this service has no mail server of the demo');
    return page;
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

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
