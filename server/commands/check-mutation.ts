import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';

/** A lane as the service knows it; null: never seen, or forgotten. */
export type LaneState = { readonly userId: number; readonly lastSeq: number; readonly killed: boolean } | null;

/** What to do with the next mutation of a lane [S2.1, S2.2]. `foreign`: the lane is somebody else's. */
export type Verdict =
  | { readonly kind: 'run' }
  | { readonly kind: 'open' }
  | { readonly kind: 'replay' }
  | { readonly kind: 'gap'; readonly expected: number }
  | { readonly kind: 'client_unknown' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'wipe' };

/** Judges a mutation's number against its lane. Only the next number runs; a lane opens with number 1. */
export function checkSeq(lane: LaneState, userId: number, seq: number): Verdict {
  if (lane === null) return seq === 1 ? { kind: 'open' } : { kind: 'client_unknown' };
  if (lane.userId !== userId) return { kind: 'foreign' };
  if (lane.killed) return { kind: 'wipe' };
  if (seq <= lane.lastSeq) return { kind: 'replay' };
  return seq === lane.lastSeq + 1 ? { kind: 'run' } : { kind: 'gap', expected: lane.lastSeq + 1 };
}

/** The first number of a batch that does not follow the one before it; such a batch is refused before any of it runs. */
export function gapWithin(mutations: readonly Pick<Mutation, 'seq'>[]): { readonly expected: number } | null {
  for (const [i, { seq }] of mutations.entries()) {
    const before = mutations[i - 1];
    if (before && seq !== before.seq + 1) return { expected: before.seq + 1 };
  }
  return null;
}

/** A stored result; `fingerprint` is that of the request that was answered. */
export type StoredResult = { readonly fingerprint: string; readonly outcome: MutationOutcome };

/** The answer to a number that was consumed before: its stored outcome, or that the key now carries another request. */
export function checkReplay(
  stored: StoredResult | undefined,
  { seq, fingerprint }: Pick<Mutation, 'seq' | 'fingerprint'>,
): { readonly kind: 'key_reused' } | { readonly kind: 'outcome'; readonly outcome: MutationOutcome } {
  if (!stored) return { kind: 'outcome', outcome: { seq, outcome: 'applied_result_gone' } };
  if (stored.fingerprint !== fingerprint) return { kind: 'key_reused' };
  return {
    kind: 'outcome',
    outcome: stored.outcome.outcome === 'applied_result_gone' ? stored.outcome : { ...stored.outcome, replayed: true },
  };
}

/**
 * Whether what a mutation builds on was applied. `outcomes` are the stored ones of its `dependsOn`; a pruned one was
 * confirmed by its lane and counts as applied. Null: it may run; otherwise a sentence.
 */
export function checkDependencies(
  { seq, dependsOn }: Pick<Mutation, 'seq' | 'dependsOn'>,
  outcomes: readonly Pick<MutationOutcome, 'seq' | 'outcome'>[],
): string | null {
  if (dependsOn.some((earlier) => earlier >= seq)) return 'A change can only build on an earlier one.';
  const refused = outcomes.find(({ outcome }) => outcome === 'rejected');
  return refused ? `This builds on change ${refused.seq}, which was refused.` : null;
}
