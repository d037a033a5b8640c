import type { RefusalCode } from '#contract/commands/commands.ts';
import type { LockBox, Sealed } from './lock-box.ts';
import type { BackendTx } from './tables/backend.ts';

/** The lane of a store: its client id, its counter, and its state [S1]. */
export type Lane = {
  readonly clientId: string;
  readonly nextSeq: number;
  /** All changes up to this seq have a known outcome. */
  readonly acked: number;
  /** Number of equal refusals in a row; five pause the lane [edge case 13]. */
  readonly refusals: { readonly code: RefusalCode; readonly count: number } | null;
  readonly paused: 'refusals' | 'customer_gone' | null;
};

/** This device's position in the customer's feed. `since` is null until the first snapshot is complete. */
export type Feed = {
  readonly epoch: string;
  readonly scope: string;
  readonly since: number | null;
  readonly lastSeq: number;
  readonly syncedAt: string | null;
  /** When the service gave this position, by its own clock; missing when the answer has no date. */
  readonly servedAt?: string;
  /** A verified backup contains all acknowledged changes up to this revision; missing when no backup is known [edge case 16]. */
  readonly durableRev?: number;
  /** This device's position in the global feed; missing when the device has none of it. */
  readonly globalSince?: number;
};

/** Single values of a store, by key. */
export type Meta = {
  schema: { readonly schema: number; readonly minReader: number };
  lane: Lane;
  feed: Feed;
  version: number;
  nextEntry: number;
  nextBlock: number;
  /** The tab that loads a snapshot. When another tab takes over, the first load ends. */
  snapshotOwner: string;
  leaseUntil: string;
  /** Who runs the outbox's commands, and since when. A leftover value means that a run crashed [edge case 37]. */
  running: { readonly owner: string; readonly at: number };
  /** What this device needs to seal its changes while no one is signed in [D8.3]. */
  lockBox: LockBox;
  /** Changes sealed at each sign-out of their user; missing once all are open again. */
  sealed: Sealed | readonly Sealed[];
  /** The receipt of a wipe that the service has not accepted yet [edge case 20]. */
  wiped: { readonly clientId: string; readonly unsent: number };
};

export async function readMeta<K extends keyof Meta>(tx: BackendTx, key: K): Promise<Meta[K] | undefined> {
  return (await tx.get('meta', key))?.value as Meta[K] | undefined;
}

export async function putMeta<K extends keyof Meta>(tx: BackendTx, key: K, value: Meta[K]): Promise<void> {
  await tx.put('meta', [{ key, value }]);
}

export async function removeMeta(tx: BackendTx, key: keyof Meta): Promise<void> {
  await tx.remove('meta', [key]);
}

export const emptyFeed: Feed = { epoch: '', scope: '', since: null, lastSeq: 0, syncedAt: null };

export const newLane = (clientId: string): Lane => ({ clientId, nextSeq: 1, acked: 0, refusals: null, paused: null });

/** The lane. Every open store has one. */
export async function readLane(tx: BackendTx): Promise<Lane> {
  const lane = await readMeta(tx, 'lane');
  if (!lane) throw new Error('the store has no lane');
  return lane;
}

export const readFeed = async (tx: BackendTx): Promise<Feed> => (await readMeta(tx, 'feed')) ?? emptyFeed;

/** The seals on this device, oldest first. Earlier versions stored a single seal instead of a list. */
export async function readSeals(tx: BackendTx): Promise<readonly Sealed[]> {
  const found = await readMeta(tx, 'sealed');
  return found === undefined ? [] : [found].flat();
}

/** Number of sealed changes that were not sent. */
export const countSealed = async (tx: BackendTx): Promise<number> =>
  (await readSeals(tx)).reduce((sum, { unsent }) => sum + unsent, 0);

/** Takes the next number of a counter that starts at 1. */
export async function takeNumber(tx: BackendTx, counter: 'nextEntry' | 'nextBlock'): Promise<number> {
  const next = (await readMeta(tx, counter)) ?? 1;
  await putMeta(tx, counter, next + 1);
  return next;
}
