import { expect, test } from 'vitest';
import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';
import { inRuns, replayBatch } from './replay-batch.ts';

const mutations = [1, 2, 3, 4].map((seq) => ({ seq }) as Mutation);
const applied = (seq: number): MutationOutcome => ({
  seq,
  outcome: 'applied',
  rev: seq,
  result: { done: [], refused: [] },
  replayed: false,
});
const oneByOne = async ({ seq }: Mutation) => ({ kind: 'outcome', outcome: applied(seq) }) as const;

/** Replays the four mutations. Time allows `most` transactions; the first one runs `together` mutations. */
async function replay(most: number, together: number | null) {
  let begun = 0;
  const run = async (rest: readonly Mutation[]) => {
    begun += 1;
    return together === null ? null : rest.slice(0, together).map(({ seq }) => applied(seq));
  };
  const step = inRuns(
    mutations,
    run,
    (mutation) => {
      begun += 1;
      return oneByOne(mutation);
    },
    () => begun < most,
  );
  return replayBatch(mutations, step, 2);
}
const taken = (...seqs: number[]) => ({ outcomes: seqs.map(applied), last: seqs.at(-1) });

test('[D3.1] a push that runs out of time returns the outcomes so far and asks for the rest again', async () => {
  expect(await replay(99, 2)).toMatchObject({ kind: 'done', ...taken(1, 2, 3, 4) });
  expect(await replay(1, 2)).toEqual({ kind: 'busy', ...taken(1, 2), retryAfterSeconds: 2 });
});
test('its first change always runs, however late it is, also if the shared transaction before it failed', async () => {
  expect(await replay(0, 2)).toMatchObject({ kind: 'busy', ...taken(1, 2) });
  expect(await replay(0, null)).toMatchObject({ kind: 'busy', ...taken(1) });
});
test('changes that shared a transaction are all answered', async () => {
  expect(await replay(1, 4)).toMatchObject({ kind: 'done', ...taken(1, 2, 3, 4) });
});
