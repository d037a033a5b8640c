import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';
import { fingerprintText } from '#domain/commands/fingerprint-text.ts';

/** A lane as the service has stored it. Null: the lane was never seen, or was deleted by retention. */
export type LaneState = { readonly userId: number; readonly lastSeq: number; readonly killed: boolean } | null;

/** What to do with the next mutation of a lane [S2.1, S2.2]. `foreign`: the lane belongs to another person. */
export type Verdict =
  | { readonly kind: 'run' }
  | { readonly kind: 'open' }
  | { readonly kind: 'replay' }
  | { readonly kind: 'gap'; readonly expected: number }
  | { readonly kind: 'client_unknown' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'wipe' };

/** Checks a mutation's number against its lane. Only the next number runs; a new lane starts with number 1. */
export function checkSeq(lane: LaneState, userId: number, seq: number): Verdict {
  if (lane === null) return seq === 1 ? { kind: 'open' } : { kind: 'client_unknown' };
  if (lane.userId !== userId) return { kind: 'foreign' };
  if (lane.killed) return { kind: 'wipe' };
  if (seq <= lane.lastSeq) return { kind: 'replay' };
  return seq === lane.lastSeq + 1 ? { kind: 'run' } : { kind: 'gap', expected: lane.lastSeq + 1 };
}

/**
 * Returns the first number in a batch that does not follow the one before it. The service refuses such a batch before it runs any
 * of it.
 */
export function gapWithin(mutations: readonly Pick<Mutation, 'seq'>[]): { readonly expected: number } | null {
  for (const [i, { seq }] of mutations.entries()) {
    const before = mutations[i - 1];
    if (before && seq !== before.seq + 1) return { expected: before.seq + 1 };
  }
  return null;
}

/** A stored result. `fingerprint` is the fingerprint of the request that got this result. */
export type StoredResult = { readonly fingerprint: string; readonly outcome: MutationOutcome };

/**
 * Answers a number that was used before: with its stored outcome, or with a refusal because the same key carries another request.
 */
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
 * Checks that every mutation in `dependsOn` was applied. `outcomes` are their stored outcomes; a missing one was pruned after its
 * lane confirmed it, and counts as applied. Returns null if the mutation may run, otherwise a sentence that says why not.
 */
export function checkDependencies(
  { seq, dependsOn }: Pick<Mutation, 'seq' | 'dependsOn'>,
  outcomes: readonly Pick<MutationOutcome, 'seq' | 'outcome'>[],
): string | null {
  if (dependsOn.some((earlier) => earlier >= seq)) return 'A change can only build on an earlier one.';
  const refused = outcomes.find(({ outcome }) => outcome === 'rejected');
  return refused ? `This builds on change ${refused.seq}, which was refused.` : null;
}

/**
 * Computes the fingerprints of a batch from its content: what its sender computed is not evidence. Returns the mutations with these
 * fingerprints, and the numbers of those that were sent with another one. `digest` is SHA-256 in hex.
 */
export function checkFingerprints(
  mutations: readonly Mutation[],
  digest: (text: string) => string,
): { readonly mutations: readonly Mutation[]; readonly mismatched: ReadonlySet<number> } {
  const computed = mutations.map((mutation) => ({ ...mutation, fingerprint: digest(fingerprintText(mutation)) }));
  const differing = mutations.filter(({ fingerprint }, i) => fingerprint !== computed[i]?.fingerprint);
  return { mutations: computed, mismatched: new Set(differing.map(({ seq }) => seq)) };
}

/** The refusal of a change that was sent with the fingerprint of other content. */
export const fingerprintRefusal = {
  outcome: 'rejected',
  code: 'invalid',
  message: 'The fingerprint of this change does not match its content. Discard the change and make it again.',
  conflicts: [],
} as const;
