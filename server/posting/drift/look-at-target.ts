import { driftOf } from '#domain/posting/drift/drift.ts';
import { targetConnection } from '#domain/targets/connection-forms/connections.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { standingValues } from '#server/targets/adapter/sent-values.ts';
import type { TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import type { OpenTargets } from '#server/targets/open-target.ts';
import { postRowsIn } from '../post-rows.ts';
import {
  claimLook,
  endLook,
  hasDuePosts,
  noteChanged,
  noteLook,
  type QuietPost,
  saveLook,
  standingPosts,
  type WatchedTarget,
} from './drift-rows.ts';

export type LookContext = { readonly db: Db; readonly now: () => Date; readonly openTarget: OpenTargets };

/** Turns of an hour: the job runs every ten minutes. */
const turns = 6;
const hoursOfMonth = 720;
/** Of a target without a monthly limit, this many job orders are read in an hour. */
const usualPerHour = 240;
/** The part of a monthly limit that looks may use, because posts and the agency's other programs need the rest. */
const usedPart = 0.1;

/** How many job orders of a target are read in one turn. */
export function sliceOf(typeId: number): number {
  const can = targetConnection(typeId)?.can;
  if (!can || can.read === 'no') return 0;
  const perHour = can.perMonth === null ? usualPerHour : (can.perMonth * usedPart) / hoursOfMonth;
  return Math.ceil(perHour / turns);
}

/** No more than this many job orders that a target's list of changes names are read in one turn; the others follow in the next one. */
const mostNamed = 100;

/**
 * Looks at job orders of one target: first those that the target's own list of changes names, then those that were looked at longest
 * ago. One process at a time, over the shared connection, and only while no post is due. Returns how many it looked at.
 */
export async function lookAtTarget(context: LookContext, target: WatchedTarget, stopping: AbortSignal): Promise<number> {
  const { now, openTarget } = context;
  const own = scopeTo(context.db, [target.customerId]);
  const slice = sliceOf(target.typeId);
  if (slice === 0) return 0;
  const opened = await openTarget(target.customerId, target.targetId);
  const claim = opened && (await claimLook(own, target, now()));
  if (!opened || !claim) return 0;
  try {
    const named = await changedThere(own, opened.adapter, target, claim.events);
    const posts = await standingPosts(own, target, slice + Math.min(named, mostNamed));
    let looked = 0;
    for (const post of posts) {
      if (stopping.aborted || (await hasDuePosts(own, target, now()))) break;
      const answered = await lookAtPost(own, now, opened.adapter, post);
      looked += 1;
      // A target that does not answer is asked again in the next turn.
      if (!answered) break;
    }
    return looked;
  } finally {
    await endLook(own, target, now());
  }
}

/** Marks the job orders that the target says were changed. Returns how many; 0 for a target without such a list. */
async function changedThere(own: Db, adapter: TargetAdapter, target: WatchedTarget, since: string | null): Promise<number> {
  const answer = await adapter.changes?.(`jobdock-${target.customerId}-${target.targetId}`, since);
  if (!answer) return 0;
  await noteChanged(own, target, answer.externalIds, answer.since);
  return answer.externalIds.length;
}

/** Reads one job order and stores what differs from what was sent. False if the target did not answer. */
async function lookAtPost(own: Db, now: () => Date, adapter: TargetAdapter, post: QuietPost): Promise<boolean> {
  const loaded = await postRowsIn(own, now)(post.customerId, (rows) => rows.load(post));
  // Ours is under way, or the job waits for an answer that decides what is sent.
  if (loaded === null || loaded === 'gone' || loaded.awaits !== undefined || loaded.sent === null) {
    await noteLook(own, post, now());
    return true;
  }
  const sent = standingValues(loaded.sent, adapter.values(loaded.order));
  const answer = await adapter.read(post.externalId, Object.keys(sent));
  if (answer.kind !== 'found' && answer.kind !== 'absent') {
    if (answer.kind === 'unclear') await noteLook(own, post, now());
    return answer.kind === 'unclear';
  }
  const drift = driftOf(sent, loaded.kept ?? {}, answer);
  await own.transaction().execute((tx) => saveLook(tx, post, drift, answer, now()));
  return true;
}
