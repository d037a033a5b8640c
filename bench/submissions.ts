import type { Page } from 'playwright';
import { withBenchPage } from './kit/bench-page.ts';
import { sizeOf } from './kit/sizes.ts';
import type { Measured, Shown, SubmissionBench, SubmissionPeer } from './submissions/page.ts';

declare const bench: SubmissionBench; // in the page

/** Few submissions, one round. Every row is compared. */
export const short = ['--submissions', '500', '--rounds', '1'];

/** A task that keeps the page from answering. */
const longTaskMs = 50;
const questions: readonly (readonly [string, Shown])[] = [
  ['search one word', { search: 'offered', sort: 'id', descending: true }],
  ['search two words', { search: 'mercy reyes', sort: 'id', descending: true }],
  ['search without a match', { search: 'zzz', sort: 'id', descending: true }],
  ['sort by ID', { search: '', sort: 'id', descending: false }],
];

/**
 * Measures the list of submissions in Chromium beside AG Grid community: opening, searching and sorting `--submissions n` (20,000) rows,
 * medians of `--rounds n` (9). Fails when the two find other rows, or in another order.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const [count, rounds] = [sizeOf(argv, 'submissions', 20_000), sizeOf(argv, 'rounds', 9)];
  console.log(`${count.toLocaleString('en')} submissions, medians of ${rounds} rounds, ms until painted (of that the script)`);
  await withBenchPage('submissions', async (page) => {
    const ours = await measured(page, 'ours', count, rounds);
    const peer = await measured(page, 'ag', count, rounds);
    for (const [at, name] of ['open', ...questions.map(([name]) => name)].entries()) {
      const [one, other] = [ours[at], peer[at]];
      if (!one || !other) return fail(`${name}: not measured`);
      if (one.ids.join() !== other.ids.join()) fail(`${name}: ${one.ids.length} rows beside ${other.ids.length}`);
      const times = ({ ms, scriptMs }: Measured) => `${ms.toFixed(1).padStart(8)} (${scriptMs.toFixed(1)})`.padEnd(20);
      const long = one.scriptMs > longTaskMs ? ' LONG TASK' : '';
      console.log(
        `  ${name.padEnd(24)} Jobdock ${times(one)} AG Grid ${times(other)} ${(other.ms / one.ms).toFixed(2)} times ours, ${one.ids.length} found, ${one.drawn} and ${other.drawn} drawn${long}`,
      );
    }
  });
}

/** The median of each measurement, with the rows of the last round. */
async function measured(page: Page, peer: SubmissionPeer, count: number, rounds: number): Promise<Measured[]> {
  const all: Measured[][] = [];
  const asked = questions.map(([, shown]) => shown);
  for (let round = -1; round < rounds; round++) {
    const one = await page.evaluate(([peer, count, asked]) => bench.measure(peer, count, asked), [peer, count, asked] as const);
    if (round >= 0) all.push(one);
  }
  return (all[0] ?? []).map((first, at) => ({
    ...first,
    ms: median(all.map((round) => round[at]?.ms ?? Number.NaN)),
    scriptMs: median(all.map((round) => round[at]?.scriptMs ?? Number.NaN)),
  }));
}

function fail(problem: string): void {
  console.error(`RESULTS DIFFER: ${problem}`);
  process.exitCode = 1;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
