import type { Mutation, MutationOutcome, PushReply } from '#contract/sync/sync.ts';
import { gapWithin } from '../commands/check-mutation.ts';

/**
 * The result of one mutation of a batch. `foreign`: the lane belongs to another person. `busy`: nothing was stored, try later.
 */
export type Replayed =
  | { readonly kind: 'outcome'; readonly outcome: MutationOutcome }
  | Extract<PushReply, { kind: 'gap' | 'client_unknown' | 'key_reused' | 'wipe' }>
  | { readonly kind: 'foreign' }
  | { readonly kind: 'busy' };

/**
 * Replays a batch in order; `step` runs one mutation in its own transaction. Any result other than an outcome ends the batch:
 * `busy` returns the outcomes so far, anything else is returned unchanged [S2, S3].
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
 * How long a push may start transactions. Together with the age of the sender's cached rights (`Actors`), no transaction starts
 * with rights older than five seconds [D3.1], however long the earlier ones took.
 */
export const pushMilliseconds = 2500;

/** Most shared transactions per batch. Each refusal ends one, so a batch with many refusals runs the rest one by one. */
const mostRuns = 4;

/**
 * Builds the steps of a batch whose mutations may share transactions: each is answered from its shared transaction, or by its own
 * step. `runOf` applies the first mutations of those it gets, as many as can share one transaction. If it returns null, that
 * failed and no other one is started (docs/decisions/0018). `mayBegin` says whether there is time for another transaction. The
 * first mutation always runs, so that every push makes progress.
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
