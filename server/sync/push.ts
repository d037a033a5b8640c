import { createHash } from 'node:crypto';
import type { CommandResult } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type Mutation, type MutationOutcome, maxPushBytes, type PushReply } from '#contract/sync/sync.ts';
import {
  checkDependencies,
  checkFingerprints,
  checkReplay,
  checkSeq,
  fingerprintRefusal,
  type LaneState,
} from '../commands/check-mutation.ts';
import { commit } from '../commands/commit.ts';
import { mayRun, type Rejected, type Sent, touchedBy } from '../commands/decide.ts';
import { againAfterRace } from '../commands/failures.ts';
import { lockLaneAndRows } from '../commands/load-rows.ts';
import { planWithoutRows } from '../commands/plan.ts';
import { withIds } from '../commands/resolve-refs.ts';
import { type CommandOutcome, type RecordOutcome, runCommand } from '../commands/run-command.ts';
import { poke } from '../feed/pokes.ts';
import type { Tx } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { isTransient } from '../kit/db/sessions/transient.ts';
import { commandScopeOf } from '../kit/http/call-scope.ts';
import type { Actor, Services } from '../kit/http/handle.ts';
import { isUnfitValue, unfitWords } from '../kit/lib/unfit-values.ts';
import { answerOf, appliedBefore, type Lane, type Push, resultRows, sentOf, storedResults } from './lane.ts';
import { laneAccess } from './lane-access.ts';
import { noteTold } from './lane-reports.ts';
import { replayTogether } from './push-together.ts';
import { inRuns, pushMilliseconds, type Replayed, replayBatch } from './replay-batch.ts';

type PushRefusal = { kind: 'not_found' } | { kind: 'forbidden' } | { kind: 'too_large'; limit: string };
type Step = Exclude<Replayed, { kind: 'busy' }>;

/** Seconds after which a device retries a change that hit a temporary failure. */
const busySeconds = 2;

/**
 * Replays a batch of one lane in order [S2]. Applied mutations share transactions; every other mutation runs in its own. A
 * refusal uses up its number. A temporary failure stores nothing and ends the batch with the outcomes so far. A bug is stored as
 * `failed`, so that it cannot block the lane for ever [promise 2].
 */
export async function pushBatch(
  services: Pick<Services, 'db' | 'now' | 'log' | 'effects'>,
  actor: Actor,
  push: Push,
): Promise<Result<PushReply, PushRefusal>> {
  if (Buffer.byteLength(JSON.stringify(push.mutations)) > maxPushBytes)
    return no({ kind: 'too_large', limit: `${maxPushBytes} bytes a push: send fewer changes at once` });
  const access = await laneAccess(services.db, actor, push.customerId, push.clientId);
  if (!access.ok) return access.error.kind === 'customer_gone' ? ok({ kind: 'customer_gone' }) : no({ kind: access.error.kind });
  const db = scopeTo(services.db, commandScopeOf(actor, push.customerId));
  const { mutations, mismatched } = checkFingerprints(push.mutations, sha256);
  const lane: Lane = { actor, push: { ...push, mutations }, mismatched, services: { ...services, db } };
  const until = services.now().getTime() + pushMilliseconds;
  const step = inRuns(
    mutations,
    (mutations) => runOf(lane, mutations),
    (mutation) => oneStep(lane, mutation),
    () => services.now().getTime() < until,
  );
  const reply = await replayBatch(mutations, step, busySeconds);
  return reply.kind === 'foreign' ? no({ kind: 'not_found' }) : ok(reply);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Applies what can share a transaction. Null if that failed: each mutation then runs in its own transaction, which finds the
 * cause.
 */
async function runOf(lane: Lane, mutations: readonly Mutation[]): Promise<readonly MutationOutcome[] | null> {
  const { db, log } = lane.services;
  try {
    const outcomes = await againAfterRace(() => db.transaction().execute((tx) => replayTogether(tx, lane, mutations)));
    const last = outcomes.at(-1);
    if (last?.outcome === 'applied') poke(db, lane.push.customerId, last.rev);
    return outcomes;
  } catch (error) {
    log.warn({ err: error, clientId: lane.push.clientId }, 'changes of a push are tried one by one');
    return null;
  }
}

async function oneStep(lane: Lane, mutation: Mutation): Promise<Replayed> {
  const { db, log } = lane.services;
  try {
    const step = await againAfterRace(() => db.transaction().execute((tx) => replayOne(tx, lane, mutation)));
    // Also for a replay: if the process crashed after the commit, its notice was never sent.
    if (step.kind === 'outcome' && step.outcome.outcome === 'applied') poke(db, lane.push.customerId, step.outcome.rev);
    return step;
  } catch (error) {
    if (isTransient(error)) {
      log.warn({ err: error, clientId: lane.push.clientId, seq: mutation.seq }, 'a push met a passing failure');
      return { kind: 'busy' };
    }
    if (isUnfitValue(error)) return consumeFailed(lane, mutation, { code: 'invalid', message: unfitWords });
    log.error({ err: error, clientId: lane.push.clientId, seq: mutation.seq, name: mutation.name }, 'a change failed by a bug');
    return consumeFailed(lane, mutation);
  }
}

const bug = {
  code: 'failed',
  message: 'The service could not carry this out; the fault was recorded. Your change is kept here.',
} as const;

/** A change that cannot run must not be resent for ever: its number is used up in a transaction of its own. */
async function consumeFailed(lane: Lane, mutation: Mutation, cause: Pick<Rejected, 'code' | 'message'> = bug): Promise<Replayed> {
  const outcome: CommandOutcome = { outcome: 'rejected', ...cause, conflicts: [] };
  try {
    return await lane.services.db.transaction().execute(async (tx) => {
      const stop = await openLane(tx, lane, mutation, await lockLane(tx, lane));
      if (stop !== null) return stop;
      await commit(tx, [planWithoutRows(sentOf(lane, mutation), outcome)], (rev) =>
        resultRows(lane, [{ mutation, outcome }], rev),
      );
      return { kind: 'outcome', outcome: answerOf(mutation.seq, outcome) } as const;
    });
  } catch (error) {
    if (isTransient(error)) return { kind: 'busy' };
    throw error;
  }
}

async function replayOne(tx: Tx, lane: Lane, mutation: Mutation): Promise<Step> {
  const sent = await withIds(tx, sentOf(lane, mutation));
  const locked = await lockLaneAndRows(tx, sent.customerId, lane.push.clientId, touchedBy(sent));
  const stop = await openLane(tx, lane, mutation, locked.lane);
  if (stop !== null) return stop;
  if (lane.mismatched.has(mutation.seq)) return refuse(tx, lane, mutation, sent, fingerprintRefusal);
  // A user who has lost the right gets a refusal, like for any other change.
  const result = mayRun(sent, locked.book) && (await appliedBefore(tx, lane, [mutation])).get(mutation.fingerprint);
  if (result) return carried(tx, lane, mutation, sent, result);
  const cause = await brokenDependency(tx, lane, mutation);
  if (cause !== null)
    return refuse(tx, lane, mutation, sent, { outcome: 'rejected', code: 'dependency', message: cause, conflicts: [] });
  const record: RecordOutcome = (outcome, rev) => resultRows(lane, [{ mutation, outcome }], rev);
  const outcome = await runCommand(tx, lane.services.effects, sent, record, locked.book);
  return { kind: 'outcome', outcome: answerOf(mutation.seq, outcome) };
}

/** Refuses a change before it runs. Its number is used up. */
async function refuse(tx: Tx, lane: Lane, mutation: Mutation, sent: Sent, outcome: Rejected): Promise<Step> {
  await commit(tx, [planWithoutRows(sent, outcome)], (rev) => resultRows(lane, [{ mutation, outcome }], rev));
  return { kind: 'outcome', outcome: answerOf(mutation.seq, outcome) };
}

/** Answers a change that took effect under another number. The new number is used up, too. */
async function carried(tx: Tx, lane: Lane, mutation: Mutation, sent: Sent, result: CommandResult): Promise<Step> {
  const outcomeAt = (rev: number) => ({ outcome: 'applied', rev, result }) as const;
  const rev = await commit(tx, [planWithoutRows(sent, { outcome: 'applied', result })], (place) =>
    resultRows(lane, [{ mutation, outcome: outcomeAt(0), carried: true }], place),
  );
  return { kind: 'outcome', outcome: answerOf(mutation.seq, outcomeAt(rev)) };
}

/** Checks the number against the locked lane. Null if the mutation must run. */
async function openLane(tx: Tx, lane: Lane, mutation: Mutation, state: LaneState): Promise<Step | null> {
  const verdict = checkSeq(state, lane.actor.userId, mutation.seq);
  switch (verdict.kind) {
    case 'run':
      return null;
    case 'open':
      return (await createLane(tx, lane)) ? null : openLane(tx, lane, mutation, await lockLane(tx, lane));
    case 'replay':
      return replayed(tx, lane, mutation);
    case 'wipe':
      await noteTold(tx, lane.services.now(), lane.push);
      return verdict;
    default:
      return verdict;
  }
}

const lockLane = async (tx: Tx, { push }: Lane): Promise<LaneState> =>
  (await lockLaneAndRows(tx, push.customerId, push.clientId, [])).lane;

/** Inserts the lane. False if another request created it first. */
async function createLane(tx: Tx, { push, actor }: Lane): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('client')
    .values({ customer_id: push.customerId, client_id: push.clientId, user_id: actor.userId, protocol: push.protocol })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function replayed(tx: Tx, lane: Lane, mutation: Mutation): Promise<Step> {
  const [stored] = await storedResults(tx, lane, [mutation.seq]);
  const answer = checkReplay(stored, mutation);
  return answer.kind === 'key_reused' ? { kind: 'key_reused', seq: mutation.seq } : answer;
}

async function brokenDependency(tx: Tx, lane: Lane, mutation: Mutation): Promise<string | null> {
  const stored = await storedResults(tx, lane, mutation.dependsOn);
  return checkDependencies(
    mutation,
    stored.map(({ outcome }) => outcome),
  );
}
