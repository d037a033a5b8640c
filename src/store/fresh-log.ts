import { Dexie } from 'dexie';
import { countSealed } from './meta.ts';
import type { Store } from './store.ts';

/** So much is written that Chromium begins a new log: it does so at 4 MB. */
const logBytes = 5_000_000;
/** A larger value would lie in a file of its own, beside the log. */
const pieceBytes = 60_000;
/** A start without unsent work is over by then, also one that brings every row for the first time. */
const startMs = 20_000;

/**
 * Makes Chromium begin a new log for the databases of this origin. After a kill it goes on writing in the log that it finds,
 * behind a record that was torn; the start after that takes all of it for broken and deletes it (decision 0024).
 */
export async function beginFreshLog(name = 'jobdock-log'): Promise<void> {
  const db = new Dexie(name, { cache: 'disabled', chromeTransactionDurability: 'strict' });
  db.version(1).stores({ pieces: '' });
  // Random, since what is compressed would be small.
  const pieces = Array.from({ length: logBytes / pieceBytes + 1 }, () => crypto.getRandomValues(new Uint8Array(pieceBytes)));
  try {
    await db.table<Uint8Array, number>('pieces').bulkPut(pieces, [...pieces.keys()]);
  } finally {
    await db.delete();
  }
}

type Ports = {
  /** A timer; answers what stops it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly begin: () => Promise<void>;
};

/** Begins a fresh log once: now where unsent work lies in the one before, else with the first change, or once the start is over. */
export async function keepFreshLog(store: Store, { after, begin }: Ports): Promise<void> {
  const hasWork = await store.read(
    async (tx) => (await countSealed(tx)) > 0 || (await tx.list('outbox', { limit: 1 })).length > 0,
  );
  if (!hasWork) {
    let stop: readonly (() => void)[] = [];
    await new Promise<void>((resolve) => {
      stop = [store.watch((notice) => notice.outbox && resolve()), after(startMs, resolve)];
    });
    for (const end of stop) end();
  }
  await begin();
}
