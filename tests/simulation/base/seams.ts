import type { SubmissionState } from '#contract/rows/submission.ts';
import { commands } from '#domain/commands/commands.ts';
import { isLive } from '#domain/submissions/words.ts';
import { checkDependencies, checkReplay, checkSeq } from '#server/commands/check-mutation.ts';
import { decide } from '#server/commands/decide.ts';
import { scopeOf } from '#server/feed/scope.ts';
import { buildPostRequests } from '#server/posting/build-post-requests.ts';
import type { PostRows } from '#server/posting/post-rows.ts';
import type { SubmissionAdapter } from '#server/submissions/adapter.ts';
import type { SendingRows } from '#server/submissions/sending/sender.ts';
import { isNews } from '#server/submissions/status/status-rows.ts';
import { checkAccess } from '#server/sync/check-access.ts';
import { pageEnd, whyVoid } from '#server/sync/check-pull.ts';
import { pushMilliseconds, replayBatch } from '#server/sync/replay-batch.ts';
import type { TargetAdapter } from '#server/targets/adapter/target-adapter.ts';
import { lockWork } from '#src/outbox/lock.ts';
import type { Store } from '#src/store/store.ts';
import type { Backend } from '#src/store/tables/backend.ts';
import type { Net } from '#src/sync/transport/ports.ts';
import type { Ats } from './ats.ts';

/**
 * Places where a bug can be planted: the product's own decisions, the order of steps in the in-memory service, and the ports of a
 * tab. These are the correct versions. In a simulation, a bug replaces one of them.
 */
export const sound = {
  // The service's decisions.
  checkSeq,
  checkReplay,
  checkDependencies,
  checkAccess,
  whyVoid,
  pageEnd,
  scopeOf,
  replayBatch,
  /** How long a push may start transactions with the rights read before it [D3.1]. */
  pushMilliseconds,
  decide,
  buildPostRequests,
  /** A refusal consumes its number [S2.4]. */
  consumesRefusals: true,
  /** A change is identified by its fingerprint, whatever its number. */
  knowsChanges: true,
  /** Counter and result are written in the same transaction as the effect [S2.4]. */
  resultWith: 'effect' as 'effect' | 'own transaction',
  /** The answer is sent after the transaction is on disk. */
  answersAfter: 'commit' as 'commit' | 'run',
  /** The first refused change ends a shared transaction (docs/decisions/0018). */
  endsRuns: true,
  /** The revision is assigned last, under the feed's lock [S2.5]. */
  revAt: 'commit' as 'commit' | 'arrival',
  /** Touched rows are read under their locks [S2.3]. */
  readsAt: 'lock' as 'lock' | 'arrival',
  /** The feed's head comes from the same database snapshot as the rows [S4]. */
  headAt: 'rows' as 'rows' | 'reply',
  leavesTombstones: true,
  /** Purging tombstones moves the horizon [S4]. */
  movesHorizon: true,
  /** After an unclean stop, the start skips revisions and records the gap [S4]. */
  recovers: true,
  /** A restored database gets a new epoch and does not count as cleanly stopped [S4, S8.6]. */
  marksRestore: true,
  /** After a recovery, every reference is looked up before it is sent [S8.6]. */
  reconciles: true,
  /** A refresh token that is used again within 30 s gets the same successor [edge case 3]. */
  refreshGraceMs: 30_000,
  postRows: (rows: PostRows): PostRows => rows,
  adapter: (adapter: TargetAdapter, _ats: Ats): TargetAdapter => adapter,
  // The queue of submissions.
  submissionRows: (rows: SendingRows): SendingRows => rows,
  destination: (adapter: SubmissionAdapter): SubmissionAdapter => adapter,
  isLive,
  isNews,
  /** Unique indexes keep one live submission of a caregiver and job, no matter who asks. */
  keepsOneLive: true,
  /** States from which a person may send a submission again. */
  maySendAgain: (state: SubmissionState): boolean => state === 'refused' || state === 'human',
  /** A device's submission is queued in the transaction of its change. */
  queuesWith: 'effect' as 'effect' | 'own transaction',
  countsEventsOnce: true,
  /** Events of the source are read again until each of them was handled. */
  readsUpTo: 'sent' as 'sent' | 'fetched',
  // A tab's ports.
  commands: commands,
  backend: (backend: Backend): Backend => backend,
  store: (store: Store): Store => store,
  net: (net: Net): Net => net,
  lockWork,
  /** A store belongs to one user and one customer [edge case 39]. */
  nameStore: (userId: number, customerId: number): string => `u${userId}/c${customerId}`,
  /** Tabs of a browser refresh their token one at a time. */
  refreshesAlone: true,
};

export type Seams = typeof sound;
