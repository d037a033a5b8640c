import { runHistories } from './jobs.ts';
import { shortcomings } from './totals.ts';

/** Histories of the short form; `npm run simulate` runs any number. Two test files take a half each, so that two cores share them. */
const histories = 500;

/** What there is to say against one half of the histories: what failed, and in how far the run was empty. */
export async function runHalf(half: 0 | 1): Promise<string[]> {
  const count = histories / 2;
  const sum = await runHistories(1 + half * count, count);
  const failed = sum.failed.map(({ seed, checker, words }) => `seed ${seed}: ${checker} ${words}`);
  return [...failed, ...shortcomings(sum, count)];
}
