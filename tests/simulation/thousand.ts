import { runHistories } from './jobs.ts';
import { shortcomings } from './totals.ts';

/** What there is to say against a thousand histories: what failed, and in how far the run was empty. */
export async function runThousand(first: number): Promise<string[]> {
  const sum = await runHistories(first, 1_000);
  const failed = sum.failed.map(({ seed, checker, words }) => `seed ${seed}: ${checker} ${words}`);
  return [...failed, ...shortcomings(sum, 1_000)];
}
