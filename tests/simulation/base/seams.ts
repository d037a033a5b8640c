import { commands } from '#domain/commands/commands.ts';
import { checkDependencies, checkReplay, checkSeq } from '#server/commands/check-mutation.ts';
import { decide } from '#server/commands/decide.ts';
import { scopeOf } from '#server/feed/scope.ts';
import { buildPostRequests } from '#server/posting/build-post-requests.ts';
import type { PostRows } from '#server/posting/post-rows.ts';
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
 * Where a planted bug may sit: the product's own decisions, the order in which the in-memory service does things, and the
 * ports of a tab. The sound ones stand here; a bug replaces one of them, in a simulation only.
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
  /** How long a push begins transactions with the rights that were read before it [D3.1]. */
  pushMilliseconds,
  decide,
  buildPostRequests,
  /** A refusal consumes its number [S2.4]. */
  consumesRefusals: true,
  /** A change is known by its fingerprint under whatever number it comes. */
  knowsChanges: true,
  /** Counter and result are written in the transaction of the effect [S2.4]. */
  resultWith: 'effect' as 'effect' | 'own transaction',
  /** The answer is given once the transaction is on disk. */
  answersAfter: 'commit' as 'commit' | 'run',
  /** The first change that is refused ends a shared transaction (docs/decisions/0018). */
  endsRuns: true,
  /** The revision is taken under the feed's lock, last [S2.5]. */
  revAt: 'commit' as 'commit' | 'arrival',
  /** Touched rows are read under their locks [S2.3]. */
  readsAt: 'lock' as 'lock' | 'arrival',
  /** The feed's head comes from the snapshot of the rows [S4]. */
  headAt: 'rows' as 'rows' | 'reply',
  leavesTombstones: true,
  /** Purging tombstones moves the horizon [S4]. */
  movesHorizon: true,
  /** An unclean start skips revisions and records the gap [S4]. */
  recovers: true,
  /** A restored database gets a new epoch and is no clean end [S4, S8.6]. */
  marksRestore: true,
  /** After a recovery every reference is looked up before it is sent [S8.6]. */
  reconciles: true,
  /** The same successor for a refresh token that comes again within 30 s [edge case 3]. */
  refreshGraceMs: 30_000,
  postRows: (rows: PostRows): PostRows => rows,
  adapter: (adapter: TargetAdapter, _ats: Ats): TargetAdapter => adapter,
  // A tab's ports.
  commands: commands,
  backend: (backend: Backend): Backend => backend,
  store: (store: Store): Store => store,
  net: (net: Net): Net => net,
  lockWork,
  /** A store belongs to one person and one customer [edge case 39]. */
  nameStore: (userId: number, customerId: number): string => `u${userId}/c${customerId}`,
  /** Tabs of a browser refresh their token one after another. */
  refreshesAlone: true,
};

export type Seams = typeof sound;
