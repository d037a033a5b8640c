// npm run -s submit:try -- --submissions N --seed S --faults F [--blind] [--threads T]
// Sends N submissions through the product's sender and queue from Bullhorn's double to Trio's, and prints what became of them. F is the part
// of the attempts that meet a fault or whose process ends, such as 0.05. `--blind`: the destination does not list its submissions. Each of
// the T threads has a share of the submissions and systems of its own.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { runSubmitTrial, type SubmitEnd, type SubmitPlan } from '#tests/submissions/submit-trial.ts';

const usage = 'usage: npm run -s submit:try -- [--submissions 1000] [--seed 1] [--faults 0.05] [--blind] [--threads 2]';
const text = (otherwise: string) => ({ type: 'string', default: otherwise }) as const;
/** A smaller share does not pay for the start of a thread. */
const smallestShare = 500;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      submissions: text('1000'),
      seed: text('1'),
      faults: text('0.05'),
      blind: { type: 'boolean', default: false },
      threads: text(String(Math.min(2, availableParallelism()))),
    },
  });
  const [submissions, seed, faults, most] = [values.submissions, values.seed, values.faults, values.threads].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
  if (!isCount(submissions) || !isCount(most) || !Number.isSafeInteger(seed) || !(faults >= 0 && faults <= 1)) {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const threads = Math.max(1, Math.min(most, Math.floor(submissions / smallestShare)));
  const from = performance.now();
  const shares = Array.from({ length: threads }, (_, nth): SubmitPlan => {
    const share = Math.floor(submissions / threads) + (nth < submissions % threads ? 1 : 0);
    return { submissions: share, seed: seed + nth, faults, blind: values.blind };
  });
  const end = (await Promise.all(shares.map(inThread))).reduce(both);
  for (const [name, count] of Object.entries(end)) process.stdout.write(`${name}: ${count}\n`);
  process.stdout.write(`seconds: ${Math.round((performance.now() - from) / 1000)}\n`);
  process.exitCode = end.duplicates + end.lost === 0 ? 0 : 1;
}

const inThread = (plan: SubmitPlan): Promise<SubmitEnd> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: plan });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

const both = (one: SubmitEnd, other: SubmitEnd): SubmitEnd =>
  Object.fromEntries(
    (Object.keys(one) as (keyof SubmitEnd)[]).map((name) => [name, one[name] + other[name]]),
  ) as unknown as SubmitEnd;

if (isMainThread) await main();
else parentPort?.postMessage(await runSubmitTrial(workerData as SubmitPlan), []);
