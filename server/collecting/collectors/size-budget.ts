import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CollectProblem } from './collector.ts';

/** Characters that the records of one run may have: with their names they fit into a file of 20 MB, the largest that is read. */
const mostCharacters = 15_000_000;

/** Limits what a run collects page by page, so that a vendor that never ends cannot fill the memory of the service. */
export function sizeBudget() {
  let used = 0;
  return {
    take(values: Iterable<string>): Result<null, CollectProblem> {
      for (const value of values) used += value.length;
      if (used <= mostCharacters) return ok(null);
      return no({
        kind: 'unreadable',
        words: 'The vendor lists more than 15 million characters, the most that is read at once.',
      });
    },
  };
}
