import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';
import { checkDependencies, checkSeq } from '../commands/check-mutation.ts';
import { commit } from '../commands/commit.ts';
import { type Sent, sharesTransaction, touchedBy } from '../commands/decide.ts';
import { lockLaneAndRows } from '../commands/load-rows.ts';
import type { Plan } from '../commands/plan.ts';
import { planTogether } from '../commands/plan-together.ts';
import type { Tx } from '../kit/db/connection.ts';
import { answerOf, appliedBefore, type Lane, resultRows, sentOf, storedResults } from './lane.ts';

/** Most rows that one transaction locks for several mutations, so that others do not wait long for them. */
const mostRows = 500;

/**
 * Runs as many of a lane's next mutations as can share one transaction and one revision, starting with the first, and returns
 * their outcomes. A mutation that is not applied, or that needs rows that are not there yet, is left for a transaction of its
 * own, which finds the reason (docs/decisions/0018).
 */
export async function replayTogether(tx: Tx, lane: Lane, mutations: readonly Mutation[]): Promise<readonly MutationOutcome[]> {
  const { customerId, clientId } = lane.push;
  const mismatch = mutations.findIndex(({ seq }) => lane.mismatched.has(seq));
  const matching = mismatch < 0 ? mutations : mutations.slice(0, mismatch);
  const candidates = candidatesOf(matching, (mutation) => sentOf(lane, mutation));
  const [first] = candidates;
  if (!first || candidates.length < 2) return [];
  const keys = candidates.flatMap(({ touched }) => touched);
  const locked = await lockLaneAndRows(tx, customerId, clientId, keys);
  if (checkSeq(locked.lane, lane.actor.userId, first.mutation.seq).kind !== 'run') return [];
  const standing = await standingOf(tx, lane, candidates);
  const sents = standing.map(({ sent }) => sent);
  const [head, ...tail] = await planTogether(tx, lane.services.effects, sents, locked.book);
  if (!head) return [];
  const plans: readonly [Plan, ...Plan[]] = [head, ...tail];
  const answeredWith = (rev: number) =>
    standing.slice(0, plans.length).map(({ mutation }, i) => ({ mutation, outcome: outcomeOf(plans[i] ?? head, rev) }));
  const rev = await commit(tx, plans, (place) => resultRows(lane, answeredWith(0), place));
  return answeredWith(rev).map(({ mutation, outcome }) => answerOf(mutation.seq, outcome));
}

const outcomeOf = ({ outcome }: Plan, rev: number) => ({ ...outcome, rev });

type Candidate = {
  readonly mutation: Mutation;
  readonly sent: Sent;
  readonly touched: ReturnType<typeof touchedBy>;
};

/** The first mutations that may share a transaction, as long as they touch few enough rows together. */
export function candidatesOf(mutations: readonly Mutation[], sentOf: (mutation: Mutation) => Sent): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let rows = 0;
  for (const mutation of mutations) {
    if (!sharesTransaction(mutation.name)) break;
    const sent = sentOf(mutation);
    const touched = touchedBy(sent);
    rows += touched.length;
    if (touched.length === 0 || rows > mostRows) break;
    candidates.push({ mutation, sent, touched });
  }
  return candidates;
}

/**
 * The candidates before the first one that depends on a refused change or was carried out before. Dependencies among the
 * candidates are applied with them.
 */
async function standingOf(tx: Tx, lane: Lane, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const first = candidates[0]?.mutation.seq ?? 0;
  const earlier = candidates.flatMap(({ mutation }) => mutation.dependsOn).filter((seq) => seq < first);
  const stored = (await storedResults(tx, lane, [...new Set(earlier)])).map(({ outcome }) => outcome);
  const before = await appliedBefore(
    tx,
    lane,
    candidates.map(({ mutation }) => mutation),
  );
  const broken = candidates.findIndex(
    ({ mutation }) =>
      before.has(mutation.fingerprint) ||
      checkDependencies(
        mutation,
        stored.filter(({ seq }) => mutation.dependsOn.includes(seq)),
      ) !== null,
  );
  return broken < 0 ? candidates : candidates.slice(0, broken);
}
