import { sizeOf } from './kit/sizes.ts';
import { measureArrival } from './service/arrival.ts';
import { type MeasuredService, startMeasuredService } from './service/measured-service.ts';
import { measurePull, measureSnapshot } from './service/reading.ts';
import { measurePlainInserts, measureReplay } from './service/replay.ts';
import { measureRowSecurity } from './service/row-security.ts';
import { fill, measureStaging } from './service/staging.ts';

/** A small file, few changes, one round. Every row and count is compared. */
export const short = ['--rows', '300', '--changes', '100', '--customers', '1', '--arrivals', '2', '--rounds', '1'];

/** Sizes of the measurement. */
type Sizes = { readonly jobs: number; readonly changes: number; readonly rounds: number };

/**
 * Measures the whole service over HTTP with PostgreSQL and fsync on, with callers in the same process: staging a vendor's file,
 * the snapshot during other requests, pulls, the time until another device receives a change, and replay against plain one-row
 * transactions. `--rows n` (default 100,000), `--changes n` per lane (2,000), `--customers n` (4), `--arrivals n` (100),
 * `--rounds n` (3). Fails when a row or a count is wrong.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const sizes: Sizes = {
    jobs: sizeOf(argv, 'rows', 100_000),
    changes: sizeOf(argv, 'changes', 2000),
    rounds: sizeOf(argv, 'rounds', 3),
  };
  const arrivalCount = sizeOf(argv, 'arrivals', 100);
  const service = await startMeasuredService(sizeOf(argv, 'customers', 4));
  try {
    const [own, ...others] = service.callers;
    if (!own) throw new Error('no one is signed in');
    await reportStaging(service, own, sizes.jobs);
    await reportSnapshot(service, own, sizes);
    for (const caller of others) await fill(caller, sizes.changes);
    await reportReplay(service, sizes);
    const pull = await measurePull(service, own, Math.min(1000, sizes.changes));
    console.log(`\nPull of the ${whole(pull.rows)} jobs that changed last: ${pull.ms.toFixed(0)} ms (median of 9)`);
    fails(pull.wrong);
    const arrivals = await measureArrival(service, own, arrivalCount);
    const at = (share: number) => (arrivals[Math.floor(arrivals.length * share)] ?? Number.NaN).toFixed(0);
    console.log(
      `From a push to another device, ${arrivalCount} changes: median ${at(0.5)} ms, p95 ${at(0.95)}, most ${at(0.999)}`,
    );
    await reportRowSecurity(service, sizes);
  } finally {
    await service.stop();
  }
}

async function reportStaging(service: MeasuredService, caller: MeasuredService['callers'][number], jobs: number): Promise<void> {
  const { previewMs, commitMs, unchangedMs, wrong } = await measureStaging(service, caller, jobs);
  const rate = (ms: number) => `${(ms / 1000).toFixed(1)} s, ${whole((jobs * 1000) / ms)} rows/s`;
  console.log(`Staging a CSV file of ${whole(jobs)} jobs at 5,000 facilities, against ATS lists of 5,000 facilities`);
  console.log(`  looked at   ${rate(previewMs)}`);
  console.log(`  staged      ${rate(commitMs)}`);
  console.log(`  staged again, nothing changed   ${rate(unchangedMs)}`);
  fails(wrong);
}

async function reportSnapshot(
  service: MeasuredService,
  caller: MeasuredService['callers'][number],
  { jobs, rounds }: Sizes,
): Promise<void> {
  console.log(`\nSnapshot of ${whole(jobs)} jobs, beside a caller who asks every few milliseconds`);
  for (let round = 0; round < rounds; round++) {
    const s = await measureSnapshot(service, caller);
    console.log(
      `  ${(s.ms / 1000).toFixed(2)} s, ${(s.bytes / 1e6).toFixed(1)} MB (${s.encoding}), ${whole(s.rows)} rows; the other caller waited ${s.p50Ms.toFixed(1)} ms at the median, ${s.p99Ms.toFixed(0)} at p99, ${s.mostMs.toFixed(0)} at most; the loop stood still ${s.loopMostMs.toFixed(0)} ms at most`,
    );
    fails(s.wrong);
  }
}

async function reportReplay(service: MeasuredService, { changes, rounds }: Sizes): Promise<void> {
  console.log(`\nReplay of ${whole(changes)} changes a lane, a hundred a push, and plain one-row transactions, a second`);
  for (const callers of service.callers.length > 1 ? [service.callers.slice(0, 1), service.callers] : [service.callers]) {
    const ours: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round++) {
      plain.push(await measurePlainInserts(service, callers.length, changes));
      const { perSecond, wrong } = await measureReplay(service, callers, changes);
      ours.push(perSecond);
      fails(wrong);
    }
    const ratio = median(ours) / median(plain);
    console.log(
      `  ${callers.length} customer${callers.length > 1 ? 's' : ''}: ${whole(median(ours))} changes/s (${ours.map(whole).join(', ')}); plain inserts ${whole(median(plain))}/s (${plain.map(whole).join(', ')}); ratio ${ratio.toFixed(2)}`,
    );
  }
}

async function reportRowSecurity(service: MeasuredService, { jobs, changes, rounds }: Sizes): Promise<void> {
  console.log('\nWith row level security and without, in turns (medians)');
  const costs = await measureRowSecurity(service, { jobs: Math.min(jobs, 4000), changes, rounds: rounds * 3 - 2 });
  for (const { what, unit, limited, unlimited } of costs.figures) {
    const [ours, plain] = [median(limited), median(unlimited)];
    const ratio = median(limited.map((figure, round) => figure / (unlimited[round] ?? Number.NaN)));
    console.log(
      `  ${what.padEnd(24)} ${whole(ours)} ${unit}; without ${whole(plain)}; median ratio of ${limited.length} pairs ${ratio.toFixed(3)}`,
    );
  }
  fails(costs.wrong);
}

function fails(wrong: readonly string[]): void {
  for (const difference of wrong.slice(0, 5)) console.error(`WRONG: ${difference}`);
  if (wrong.length > 0) process.exitCode = 1;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const whole = (n: number): string => Math.round(n).toLocaleString('en');
