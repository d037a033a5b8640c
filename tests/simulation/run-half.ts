import { runHistories } from './jobs.ts';
import { shortcomings } from './totals.ts';

/** Number of short histories; `npm run simulate` runs any number. Two test files run half of them each, to use two cores. */
const histories = 500;

/** The failures of one half of the histories, and the reasons why its run was too empty. */
export async function runHalf(half: 0 | 1): Promise<string[]> {
  const count = histories / 2;
  const sum = await runHistories(1 + half * count, count);
  const failed = sum.failed.map(({ seed, checker, words }) => `seed ${seed}: ${checker} ${words}`);
  return [...failed, ...shortcomings(sum, count)];
}
