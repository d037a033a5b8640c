import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { build } from 'vite';
import { ServiceProcess } from '../support/service-process.ts';

/** How long the service's event loop was held, in milliseconds: the 99th percentile of its turns, and the longest. */
export type Holds = { readonly usual: number; readonly worst: number };

/** The built service with the demo agency, its database, and the probe of its event loop. */
export class TargetService {
  readonly process: ServiceProcess;
  readonly db: pg.Pool;
  readonly #folder: string;

  private constructor(process: ServiceProcess, db: pg.Pool, folder: string) {
    this.process = process;
    this.db = db;
    this.#folder = folder;
  }

  /** Starts it with `settings` and waits until the demo's first collection and its posts are done. */
  static async start(settings: Readonly<Record<string, string>>): Promise<TargetService> {
    const folder = mkdtempSync(join(tmpdir(), 'jobdock-attack-'));
    const service = await ServiceProcess.make();
    const probe = await bundleProbe(folder);
    service.settings = {
      JOBDOCK_CALLS_PER_MINUTE: '10000000',
      JOBDOCK_LOG: 'debug',
      NODE_OPTIONS: `--import=file://${probe}`,
      ATTACK_LOOP_FILE: join(folder, 'loop.json'),
      ...settings,
    };
    try {
      await service.start();
    } catch (error) {
      await service.remove();
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    const db = new pg.Pool({ connectionString: service.databaseUrl(), max: 4 });
    db.on('error', () => undefined);
    const target = new TargetService(service, db, folder);
    await target.#quiet();
    return target;
  }

  get base(): string {
    return `http://127.0.0.1:${this.process.port}`;
  }

  async rows<T>(text: string, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.db.query(text, [...values])).rows as T[];
  }

  /** The holds since the last time that this was asked. */
  async takeHolds(): Promise<Holds> {
    const file = join(this.#folder, 'loop.json');
    rmSync(file, { force: true });
    writeFileSync(`${file}.ask`, '');
    while (!existsSync(file)) await wait(50);
    return JSON.parse(readFileSync(file, 'utf8')) as Holds;
  }

  async end(): Promise<void> {
    await this.db.end();
    await this.process.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Stops the demo's timetable, so that only the attack can change rows, and waits for the work that has begun. */
  async #quiet(): Promise<void> {
    const deadline = Date.now() + 90_000;
    const work = 'select count(*)::int as n from collection_run where ended_at is not null';
    while (((await this.rows<{ n: number }>(work))[0]?.n ?? 0) === 0 && Date.now() < deadline) await wait(250);
    await this.db.query("update task set next_run_at = now() + interval '10 years'");
    const open = `select (select count(*) from run where ended_at is null) + (select count(*) from collection_run where ended_at is null)
      + (select count(*) from post where state in ('wanted', 'sending')) as n`;
    let calm = 0;
    while (calm < 4 && Date.now() < deadline) {
      const [left] = await this.rows<{ n: string }>(open);
      calm = Number(left?.n) === 0 ? calm + 1 : 0;
      await wait(250);
    }
  }
}

async function bundleProbe(folder: string): Promise<string> {
  const outDir = join(folder, 'probe');
  await build({
    root: process.cwd(),
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(process.cwd(), 'tests/attack/loop-probe.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'probe.mjs' } },
    },
  });
  return join(outDir, 'probe.mjs');
}
