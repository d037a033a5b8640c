import type { Mutation, MutationOutcome, PushReply } from '#contract/sync.ts';
import { gapWithin } from './judge-mutation.ts';

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
