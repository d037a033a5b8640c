import type { JobRow } from '#contract/rows/jobs.ts';
import { blocksPeer } from './blocks-peer.ts';
import { rowsPeers } from './rows-peer.ts';
import type { StorePeer } from './store-peer.ts';
import { storedJobs } from './stored-jobs.ts';

const peers: readonly StorePeer[] = [...rowsPeers, blocksPeer];
let jobs: readonly JobRow[] = [];

const peerOf = (name: string): StorePeer => {
  const peer = peers.find((one) => one.name === name);
  if (!peer) throw new Error(`no ${name}`);
  return peer;
};

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const since = performance.now();
  const value = await work();
  return { ms: performance.now() - since, value };
}

/** Describes the first job that differs from what was written; null when all are equal. */
function difference(read: readonly JobRow[]): string | null {
  if (read.length !== jobs.length) return `${read.length} jobs were read of ${jobs.length}`;
  for (const [i, job] of jobs.entries()) {
    if (canonical(read[i]) !== canonical(job)) return `job ${job.id} differs: ${JSON.stringify(read[i])}`;
  }
  return null;
}

const canonical = (job: JobRow | undefined) => JSON.stringify(Object.entries(job ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The functions that the benchmark process calls in this page. */
const bench = {
  names: () => peers.map(({ name }) => name),

  prepare(rows: number): void {
    jobs = storedJobs(rows);
  },

  /** Writes all, reads all from a reopened database, compares, and removes it. */
  async measure(name: string, round: number): Promise<{ writeMs: number; readMs: number; wrong: string | null }> {
    const store = await peerOf(name).open(`bench-${round}`, jobs);
    const { ms: writeMs } = await timed(() => store.write());
    await store.reopen();
    const { ms: readMs, value: count } = await timed(() => store.read());
    const wrong = count === jobs.length ? difference(await store.rows()) : `${count} jobs were counted of ${jobs.length}`;
    await store.remove();
    return { writeMs, readMs, wrong };
  },

  /** Writes all and keeps it, to measure its files. */
  async leave(name: string): Promise<void> {
    const store = await peerOf(name).open('bench-left', jobs);
    await store.write();
    store.close();
  },

  /** Opens the kept database, so that the browser compacts its files. */
  async touch(name: string): Promise<number> {
    const store = await peerOf(name).open('bench-left', []);
    return store.read().finally(() => store.close());
  },
};
export type BenchStorePage = typeof bench;
Object.assign(window, { bench });
