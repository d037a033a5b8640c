import type { Mutation, MutationOutcome, PushReply } from '#contract/sync/sync.ts';
import { gapWithin } from '../commands/check-mutation.ts';

/** What became of one mutation of a batch. `foreign`: the lane is somebody else's; `busy`: nothing was stored, try later. */
export type Replayed =
  | { readonly kind: 'outcome'; readonly outcome: MutationOutcome }
  | Extract<PushReply, { kind: 'gap' | 'client_unknown' | 'key_reused' | 'wipe' }>
  | { readonly kind: 'foreign' }
  | { readonly kind: 'busy' };

/**
 * Replays a batch in order; `step` runs one mutation in a transaction of its own. Whatever is no outcome ends the batch: busy
 * with what was done so far, anything else as it is [S2, S3].
 */
export async function replayBatch(
  mutations: readonly Mutation[],
  step: (mutation: Mutation) => Promise<Replayed>,
  busySeconds: number,
): Promise<PushReply | { readonly kind: 'foreign' }> {
  const gap = gapWithin(mutations);
  if (gap) return { kind: 'gap', ...gap };
  const outcomes: MutationOutcome[] = [];
  const last = () => outcomes.at(-1)?.seq ?? (mutations[0]?.seq ?? 1) - 1;
  for (const mutation of mutations) {
    const replayed = await step(mutation);
    if (replayed.kind === 'busy') return { kind: 'busy', outcomes, last: last(), retryAfterSeconds: busySeconds };
    if (replayed.kind !== 'outcome') return replayed;
    outcomes.push(replayed.outcome);
  }
  return { kind: 'done', outcomes, last: last() };
}

/**
 * How long a push begins transactions. With what was read about its sender before (`Actors`), rights are believed for five
 * seconds at most when one begins [D3.1], however long the others took.
 */
export const pushMilliseconds = 2500;

/** Runs of several mutations that a batch may begin: each refusal in it ends one, and many refusals are answered one by one. */
const mostRuns = 4;

/**
 * The steps of a batch whose mutations may share transactions: each is answered from the run that it was part of, or by a
 * step of its own. `runOf` applies the first of the mutations it is given, as many as can share one transaction; null where
 * that failed, and no other run is begun (docs/decisions/0018). `mayBegin` says whether there is time for another
 * transaction; the first mutation is tried in any case, so that every push gets somewhere.
 */
export function inRuns(
  mutations: readonly Mutation[],
  runOf: (mutations: readonly Mutation[]) => Promise<readonly MutationOutcome[] | null>,
  oneStep: (mutation: Mutation) => Promise<Replayed>,
  mayBegin: () => boolean,
): (mutation: Mutation) => Promise<Replayed> {
  const known = new Map<number, MutationOutcome>();
  let runs = 0;
  let refused = -1;
  return async (mutation) => {
    const { seq } = mutation;
    const isLate = () => seq !== mutations[0]?.seq && !mayBegin();
    if (!known.has(seq) && isLate()) return { kind: 'busy' };
    const rest = mutations.filter((other) => other.seq >= seq);
    if (rest.length > 1 && !known.has(seq) && seq !== refused && runs++ < mostRuns) {
      const outcomes = await runOf(rest);
      if (outcomes === null) runs = mostRuns;
      for (const outcome of outcomes ?? []) known.set(outcome.seq, outcome);
      refused = seq + (outcomes?.length ?? 0);
    }
    const outcome = known.get(seq);
    if (outcome) return { kind: 'outcome', outcome };
    return isLate() ? { kind: 'busy' } : oneStep(mutation);
  };
}
