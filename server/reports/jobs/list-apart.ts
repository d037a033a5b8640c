import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { bundledFile } from '#server/kit/lib/bundled-file.ts';
import type { ListAnswer, ListLine, ListOrder, ListStart } from './list-work.ts';

/** A portion of a customer's jobs, as JSON; `last` is the highest id among them. */
export type JobPortion = { readonly jobs: readonly string[]; readonly last: number };

/** Where the jobs come from, how many rows the list may have, and who gets their number after each portion. */
type Feeding = {
  readonly portionAfter: (id: number) => Promise<JobPortion>;
  readonly most: number;
  readonly read: (rows: number) => Promise<void>;
  readonly signal: AbortSignal;
};

/** Memory of a thread in megabytes: what a list of 100,000 rows in all columns needs at most. */
const mostMegabytes = 1024;
/** Lists that are answered at once. Others wait for their turn. */
const atOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Answers a list of jobs in a thread of its own. Jobs are given to it in portions, the next one while it works on the one before. Null
 * if the list has more rows than it may have. Throws if the thread fails, and when `signal` says so.
 */
export async function answerApart(start: ListStart, feeding: Feeding): Promise<readonly ListLine[] | null> {
  if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn));
  running++;
  // Lists need none of the service's secrets.
  const worker = new Worker(bundledFile('list-worker.mjs', 'JOBDOCK_LIST_WORKER'), {
    workerData: start,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  try {
    return await answered(worker, feeding);
  } finally {
    running--;
    waiting.shift()?.();
    await worker.terminate();
  }
}

async function answered(worker: Worker, { portionAfter, most, read, signal }: Feeding): Promise<readonly ListLine[] | null> {
  const ended = new AbortController();
  worker.once('exit', () => ended.abort(new Error('the thread of a list of jobs ended without an answer')));
  const answers = on(worker, 'message', { signal: AbortSignal.any([signal, ended.signal]) });
  const next = async (): Promise<ListAnswer> => {
    const { value, done } = await answers.next();
    if (done) throw new Error('the thread of a list of jobs ended without an answer');
    return value[0];
  };
  const give = (order: ListOrder) => worker.postMessage(order, []);
  const ready = await next();
  const passes = ready.kind === 'ready' && ready.looksFirst ? (['look', 'take'] as const) : (['take'] as const);
  for (const kind of passes) {
    let found = 0;
    for (let portion = await portionAfter(0); portion.jobs.length > 0; ) {
      give({ kind, jobs: portion.jobs });
      const [answer, following] = await Promise.all([next(), portionAfter(portion.last)]);
      if (answer.kind === 'has') found = answer.rows;
      if (found > most) return null;
      await read(found);
      portion = following;
    }
  }
  give({ kind: 'end' });
  const lines: ListLine[] = [];
  for (;;) {
    const answer = await next();
    if (answer.kind !== 'lines') continue;
    for (const line of answer.lines) lines.push(line);
    if (answer.isLast) return lines;
  }
}
