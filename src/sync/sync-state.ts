/** What the device is doing, from real answers of the service and never from the browser's flag alone [edge case 25]. */
export type SyncPhase = 'synced' | 'syncing' | 'waiting' | 'offline' | 'needs-you' | 'signed-out' | 'paused' | 'update';

/** Why nothing is sent although the service answers: no right for the customer, equal refusals, or the customer is gone. */
type PauseReason = 'no_access' | 'refusals' | 'customer_gone';

export type SyncProgress = { readonly done: number; readonly total: number };

/** Everything that a person may want to know of one store's synchronisation; one value, replaced as a whole. */
export type SyncState = {
  readonly phase: SyncPhase;
  /** Changes on this device that the service has not judged yet. */
  readonly waiting: number;
  /** Those of them that are still sealed since their person left [edge case 19]. */
  readonly sealed: number;
  /** Parked changes. */
  readonly needsYou: number;
  /** Largest number of failed attempts of one waiting change; shown from 3 on. */
  readonly tries: number;
  readonly nextTryAt: string | null;
  readonly lastSyncedAt: string | null;
  readonly progress: SyncProgress | null;
  readonly paused: PauseReason | null;
  /** The last contact is too long ago: the app locks, work is kept [edge case 20]. */
  readonly locked: boolean;
  /** A newer version of the app has been at work here: this one shows and exports, and changes nothing [edge case 12]. */
  readonly outdated: boolean;
  /** The device was wiped by an administrator. */
  readonly wiped: boolean;
  /** The loop was restarted more than three times without moving [edge case 26]. */
  readonly stalled: boolean;
  /** Clock of the service minus this device's, milliseconds. */
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

/** What the phase is decided from. */
export type SyncFacts = Omit<SyncState, 'phase'> & {
  readonly signedOut: boolean;
  readonly tooOld: boolean;
  readonly reachable: boolean;
  readonly busy: boolean;
};

/** What stops the work comes first, then what a person must do, then what goes on by itself. */
export function phaseOf(facts: SyncFacts): SyncPhase {
  if (facts.signedOut || facts.wiped || facts.locked) return 'signed-out';
  if (facts.tooOld || facts.outdated) return 'update';
  if (facts.paused !== null) return 'paused';
  if (!facts.reachable) return 'offline';
  if (facts.needsYou > 0) return 'needs-you';
  if (facts.busy) return 'syncing';
  return facts.waiting > 0 ? 'waiting' : 'synced';
}
