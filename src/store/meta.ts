import type { RefusalCode } from '#contract/commands/commands.ts';
import type { LockBox, Sealed } from './lock-box.ts';
import type { BackendTx } from './tables/backend.ts';

/** The lane of a store: its client id, counter, and what is known of it [S1]. */
export type Lane = {
  readonly clientId: string;
  readonly nextSeq: number;
  /** Every seq up to here has a known outcome. */
  readonly acked: number;
  /** Equal refusals in a row; five pause the lane [edge case 13]. */
  readonly refusals: { readonly code: RefusalCode; readonly count: number } | null;
  readonly paused: 'refusals' | 'customer_gone' | null;
};

/** Where this device stands in the customer's feed; `since` is null before the first snapshot has ended. */
export type Feed = {
  readonly epoch: string;
  readonly scope: string;
  readonly since: number | null;
  readonly lastSeq: number;
  readonly syncedAt: string | null;
  /** When that was by the service's clock, where it says so. */
  readonly servedAt?: string;
  /** What was acknowledged up to here stands in a backup that was proved; absent: none is known [edge case 16]. */
  readonly durableRev?: number;
  /** Where this device stands in the global feed; absent: it holds none of it. */
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
  /** Who loads a snapshot just now; another one taking over ends the first. */
  snapshotOwner: string;
  leaseUntil: string;
  /** Since when the commands of the outbox run, and for whom; what stays behind is the trace of a crash [edge case 37]. */
  running: { readonly owner: string; readonly at: number };
  /** What this device needs to seal its work while no one is signed in [D8.3]. */
  lockBox: LockBox;
  /** Work that was sealed each time its person left; absent once all of it is open again. */
  sealed: Sealed | readonly Sealed[];
  /** The receipt of a wipe that the service has not taken yet [edge case 20]. */
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

/** The lane; every open store has one. */
export async function readLane(tx: BackendTx): Promise<Lane> {
  const lane = await readMeta(tx, 'lane');
  if (!lane) throw new Error('the store has no lane');
  return lane;
}

export const readFeed = async (tx: BackendTx): Promise<Feed> => (await readMeta(tx, 'feed')) ?? emptyFeed;

/** What is sealed here, the oldest first. Earlier versions kept one seal alone, by itself. */
export async function readSeals(tx: BackendTx): Promise<readonly Sealed[]> {
  const found = await readMeta(tx, 'sealed');
  return found === undefined ? [] : [found].flat();
}

/** Changes that are sealed and not sent. */
export const countSealed = async (tx: BackendTx): Promise<number> =>
  (await readSeals(tx)).reduce((sum, { unsent }) => sum + unsent, 0);

/** Takes the next number of a counter that starts at 1. */
export async function takeNumber(tx: BackendTx, counter: 'nextEntry' | 'nextBlock'): Promise<number> {
  const next = (await readMeta(tx, counter)) ?? 1;
  await putMeta(tx, counter, next + 1);
  return next;
}
