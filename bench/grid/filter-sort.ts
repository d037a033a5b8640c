import { agGrid } from './ag-grid.ts';
import { openWorker, ours } from './ours.ts';
import type { Peer } from './peer.ts';
import { plain } from './plain.ts';
import { type BenchQuery, queries } from './queries.ts';
import { type SampleJob, sampleJobs } from './sample-jobs.ts';
import { tanstack } from './tanstack.ts';

// The JIT compiler needs some rounds. With a million rows, fewer are enough.
const warmRounds = (rows: number) => (rows > 200_000 ? 2 : 5);

export type Measured = {
  readonly peer: string;
  readonly query: string;
  readonly hits: number;
  readonly ms: readonly number[];
  /** Time inside the worker, without messages. */
  readonly insideMs: readonly number[];
};
export type FilterSortReport = {
  readonly loadMs: number;
  readonly measured: readonly Measured[];
  /** Results that differ from those of plain arrays. */
  readonly differences: readonly string[];
};

/** Runs all candidates in turn, `rounds` times after a warm-up. Compares results row by row with plain arrays. */
export async function filterSort(stage: HTMLElement, rows: number, rounds: number): Promise<FilterSortReport> {
  const worker = openWorker();
  const loadMs = await worker.load(rows);
  const jobs = sampleJobs(0, rows);
  const peers: Peer[] = [plain(jobs), ours(worker), tanstack(jobs), agGrid(stage, jobs)];
  const differences: string[] = [];
  const times = new Map<string, { peer: string; query: string; hits: number; ms: number[]; insideMs: number[] }>();
  const note = (peer: Peer, query: string, hits: number, ms: number, round: number) => {
    const entry = times.get(`${peer.name}/${query}`) ?? { peer: peer.name, query, hits, ms: [], insideMs: [] };
    times.set(`${peer.name}/${query}`, entry);
    if (round < 1) return;
    entry.ms.push(ms);
    if (peer.inside) entry.insideMs.push(peer.inside());
  };
  for (let round = 1 - warmRounds(rows); round <= rounds; round++) {
    for (const query of queries)
      await turn(
        peers,
        query.name,
        (peer) => peer.run(query),
        differences,
        (p, q, h, ms) => note(p, q, h, ms, round),
        query,
      );
    const wide = queries.find((query) => query.name === 'wide');
    if (!wide) throw new Error('the change is measured on the wide query');
    for (const peer of peers) {
      peer.prepare(wide);
      await peer.run(wide);
    }
    const job = changedJob(jobs, round);
    await turn(
      peers,
      'one row changed',
      (peer) => peer.change(job),
      differences,
      (p, q, h, ms) => note(p, q, h, ms, round),
    );
  }
  return { loadMs, measured: [...times.values()], differences: [...new Set(differences)] };
}

/** A job from the middle with another facility and rate in each round, so that its position in the result changes. */
function changedJob(jobs: readonly SampleJob[], round: number): SampleJob {
  const job = jobs[Math.floor(jobs.length / 2)];
  if (!job) throw new Error('no jobs');
  return { ...job, facility: `Mercy Changed ${round}`, billRate: 100 + round };
}

async function turn(
  peers: readonly Peer[],
  name: string,
  work: (peer: Peer) => unknown,
  differences: string[],
  note: (peer: Peer, query: string, hits: number, ms: number) => void,
  query?: BenchQuery,
): Promise<void> {
  let right: ArrayLike<number> = [];
  for (const [i, peer] of peers.entries()) {
    if (query) peer.prepare(query);
    await settled();
    const start = performance.now();
    await work(peer);
    const ms = performance.now() - start;
    const ids = await peer.ids();
    if (i === 0) right = ids;
    else if (!sameIds(ids, right))
      differences.push(`${peer.name}, ${name}: ${ids.length} rows against ${right.length}, or in another order`);
    note(peer, name, ids.length, ms);
  }
}

/** Waits for deferred work of the previous candidate, so that it does not slow down the next one. */
async function settled(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 }));
}

function sameIds(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
