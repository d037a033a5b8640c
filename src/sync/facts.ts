import { isUnsettled } from '#src/outbox/lane-entries.ts';
import { countSealed, readFeed, readLane, readMeta } from '#src/store/meta.ts';
import { isOutdated } from '#src/store/store.ts';
import type { Loop } from './loop/loop.ts';
import { oneAtATime } from './loop/one-at-a-time.ts';
import { initialSyncState, phaseOf, type SyncFacts, type SyncState } from './sync-state.ts';
import type { SyncPorts } from './transport/ports.ts';
import type { Verdict } from './transport/verdict.ts';

type Known = Omit<SyncFacts, 'busy'> & {
  readonly noAccess: boolean;
  /** The service said since the start that the customer was deleted. A later start asks again: it may have been restored. */
  readonly gone: boolean;
  readonly pushing: boolean;
  /** False before the first answer: until then the state is unknown, and "synced" would be a guess. */
  readonly answered: boolean;
};

/** What the engine knows, and the state that it publishes from that. */
export type Facts = {
  readonly state: () => SyncState;
  readonly subscribe: (hear: () => void) => () => void;
  readonly set: (change: Partial<Known>) => void;
  /** Reads the store's counts and lease again. */
  readonly recount: () => void;
  readonly loops: (push: Loop, pull: Loop) => void;
  readonly contact: () => void;
  readonly trouble: (verdict: Exclude<Verdict<never>, { kind: 'reply' }>) => void;
  /** Whether the engine must not send anything until the user signs in or acts. */
  readonly isHalted: () => boolean;
  readonly isTooOld: () => boolean;
};

export function createFacts({ store, clock }: Pick<SyncPorts, 'store' | 'clock'>): Facts {
  const { phase: _, ...start } = initialSyncState;
  let known: Known = {
    ...start,
    signedOut: false,
    tooOld: false,
    reachable: true,
    noAccess: false,
    gone: false,
    pushing: false,
    answered: false,
  };
  let state = initialSyncState;
  const listeners = new Set<() => void>();

  const set = (change: Partial<Known>) => {
    if ((Object.keys(change) as (keyof Known)[]).every((key) => known[key] === change[key])) return;
    known = { ...known, ...change };
    const next = writeRows(known);
    if (isSame(next, state)) return;
    state = next;
    for (const hear of listeners) hear();
  };

  const recount = oneAtATime(async () => set(await readCounts(store, clock.now())));

  return {
    state: () => state,
    subscribe(hear) {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    set,
    recount,
    loops(push, pull) {
      const next = [push.nextTryAt, pull.nextTryAt].filter((at) => at !== null);
      const nextTryAt = next.length > 0 ? new Date(Math.min(...next)).toISOString() : null;
      set({ pushing: push.isRunning, nextTryAt });
    },
    contact: () => set({ answered: true, reachable: true, stalled: false, locked: false, noAccess: false, signedOut: false }),
    trouble(verdict) {
      set({ answered: true, reachable: verdict.kind !== 'failed' || verdict.heard });
      if (verdict.kind === 'signed_out') set({ signedOut: true });
      if (verdict.kind === 'no_access') set({ noAccess: true });
      if (verdict.kind === 'too_old') set({ tooOld: true });
    },
    isHalted: () => known.signedOut || known.noAccess || known.wiped || known.outdated || known.gone,
    isTooOld: () => known.tooOld,
  };
}

function writeRows(known: Known): SyncState {
  const { noAccess, gone: _, pushing, answered, signedOut, tooOld, reachable, ...shown } = known;
  const paused = noAccess ? 'no_access' : shown.paused;
  // A device that was never complete is still in its first sync, however well the service answers.
  const loading = shown.progress !== null || shown.lastSyncedAt === null;
  const busy = !answered || loading || (pushing && shown.waiting > 0);
  return { ...shown, paused, phase: phaseOf({ ...shown, paused, signedOut, tooOld, reachable, busy }) };
}

async function readCounts(store: SyncPorts['store'], now: number): Promise<Partial<Known>> {
  const { lane, feed, outbox, leaseUntil, sealed, outdated } = await store.read(async (tx) => ({
    outdated: await isOutdated(tx, store),
    sealed: await countSealed(tx),
    lane: await readLane(tx),
    feed: await readFeed(tx),
    outbox: await tx.list('outbox'),
    leaseUntil: await readMeta(tx, 'leaseUntil'),
  }));
  const unsettled = outbox.filter(isUnsettled);
  return {
    waiting: unsettled.length + sealed,
    sealed,
    outdated,
    needsYou: outbox.filter((entry) => entry.state === 'parked').length,
    tries: Math.max(0, ...unsettled.map((entry) => entry.tries)),
    lastSyncedAt: feed.syncedAt,
    paused: lane.paused,
    locked: leaseUntil !== undefined && now > Date.parse(leaseUntil),
  };
}

/** A shallow comparison is enough: each field is a primitive or is replaced as a whole. */
const isSame = (a: SyncState, b: SyncState): boolean => (Object.keys(a) as (keyof SyncState)[]).every((key) => a[key] === b[key]);
