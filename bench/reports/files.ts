import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { writers } from './writers.ts';

type Written = {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peak: number;
  readonly before: number;
  readonly size: number;
  readonly different: number;
};

const run = promisify(execFile);
/** Room for the rows and for writers that hold a whole workbook. */
const node = ['--max-old-space-size=12288', '--expose-gc'];

/** Has every writer write these many rows of 60 columns in a process of its own, and compare what it wrote. Returns what differs. */
export async function measureFiles(rows: readonly number[], rounds: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'jobdock-bench-'));
  const scripts = resolve('node_modules/.cache/jobdock', `bench-reports-${process.pid}`);
  const wrong: string[] = [];
  try {
    const script = await bundled(scripts);
    for (const count of rows) {
      console.log(
        `\n${whole(count)} rows of 60 columns                s   s of processor   peak, MB   above the rows, MB   file, MB`,
      );
      for (const [name, { kind }] of Object.entries(writers)) {
        const all = await repeated(rounds, () => written(script, [name, String(count), join(folder, `file.${kind}`)]));
        say(name, middle(all));
        wrong.push(...all.filter(({ different }) => different > 0).map(wordsOf(name, count)));
      }
    }
  } finally {
    for (const one of [folder, scripts]) await rm(one, { recursive: true, force: true });
  }
  return wrong;
}

const wordsOf =
  (name: string, rows: number) =>
  ({ different }: Written): string =>
    `${name}, ${whole(rows)} rows: ${whole(different)} cells differ`;

async function repeated<T>(rounds: number, work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let round = 0; round < rounds; round++) all.push(await work());
  return all;
}

async function written(script: string, args: readonly string[]): Promise<Written> {
  const { stdout } = await run(process.execPath, [...node, script, ...args]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Written;
}

/** The process as one script. Inside the checkout, so that it finds its packages. */
async function bundled(outDir: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve('bench/reports/write-file.ts'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'write-file.mjs' } },
    },
  });
  return join(outDir, 'write-file.mjs');
}

function say(name: string, { ms, cpuMs, peak, before, size }: Written): void {
  const [seconds, busy] = [ms, cpuMs].map((time) => (time / 1000).toFixed(2));
  const [most, more, file] = [peak, peak - before, size].map((bytes) => (bytes / 1e6).toFixed(0));
  console.log(
    `  ${name.padEnd(24)} ${seconds?.padStart(10)} ${busy?.padStart(16)} ${most?.padStart(10)} ${more?.padStart(19)} ${file?.padStart(10)}`,
  );
}

const middle = (all: readonly Written[]): Written => {
  const found = all.toSorted((a, b) => a.ms - b.ms)[all.length >> 1];
  if (!found) throw new Error('nothing was measured');
  return found;
};
const whole = (value: number): string => value.toLocaleString('en');
