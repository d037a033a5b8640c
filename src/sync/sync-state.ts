/** What the device is doing. Based on the service's real answers, never only on the browser's online flag [edge case 25]. */
export type SyncPhase = 'synced' | 'syncing' | 'waiting' | 'offline' | 'needs-you' | 'signed-out' | 'paused' | 'update';

/**
 * Why nothing is sent although the service answers: no access to the customer, repeated refusals, or the customer was deleted.
 */
type PauseReason = 'no_access' | 'refusals' | 'customer_gone';

export type SyncProgress = { readonly done: number; readonly total: number };

/** The whole sync state of one store as one value, which is replaced as a whole. */
export type SyncState = {
  readonly phase: SyncPhase;
  /** Changes on this device that the service has not judged yet. */
  readonly waiting: number;
  /** How many of them are still sealed since their user signed out [edge case 19]. */
  readonly sealed: number;
  /** Parked changes. */
  readonly needsYou: number;
  /** Largest number of failed attempts of one waiting change; shown from 3 on. */
  readonly tries: number;
  readonly nextTryAt: string | null;
  readonly lastSyncedAt: string | null;
  readonly progress: SyncProgress | null;
  readonly paused: PauseReason | null;
  /** The last contact is too long ago: the app locks, and its changes are kept [edge case 20]. */
  readonly locked: boolean;
  /** A newer version of the app has used this store. This version shows and exports data but changes nothing [edge case 12]. */
  readonly outdated: boolean;
  /** An administrator wiped the device. */
  readonly wiped: boolean;
  /** The loop was restarted more than three times without progress [edge case 26]. */
  readonly stalled: boolean;
  /** The service's clock minus this device's clock, in milliseconds. */
  readonly clockOffsetMs: number;
};

export const initialSyncState: SyncState = {
  phase: 'syncing',
  waiting: 0,
  sealed: 0,
  needsYou: 0,
  tries: 0,
  nextTryAt: null,
  lastSyncedAt: null,
  progress: null,
  paused: null,
  locked: false,
  outdated: false,
  wiped: false,
  stalled: false,
  clockOffsetMs: 0,
};

/** The inputs that decide the phase. */
export type SyncFacts = Omit<SyncState, 'phase'> & {
  readonly signedOut: boolean;
  readonly tooOld: boolean;
  readonly reachable: boolean;
  readonly busy: boolean;
};

/** The order matters: first what stops all work, then what needs the user, then what continues by itself. */
export function phaseOf(facts: SyncFacts): SyncPhase {
  if (facts.signedOut || facts.wiped || facts.locked) return 'signed-out';
  if (facts.tooOld || facts.outdated) return 'update';
  if (facts.paused !== null) return 'paused';
  if (!facts.reachable) return 'offline';
  if (facts.needsYou > 0) return 'needs-you';
  if (facts.busy) return 'syncing';
  return facts.waiting > 0 ? 'waiting' : 'synced';
}
