import { Dexie } from 'dexie';
import { countSealed } from './meta.ts';
import type { Store } from './store.ts';

/** Enough bytes to make Chromium start a new log, which it does at 4 MB. */
const logBytes = 5_000_000;
/** Chromium stores a larger value in a separate file, outside the log. */
const pieceBytes = 60_000;
/** By this time a start without unsent changes is over, even a first load of all rows. */
const startMs = 20_000;

/**
 * Makes Chromium start a new log for the databases of this origin. After a kill, Chromium continues the old log behind a torn
 * record. The next start then treats the whole log as corrupt and deletes it (decision 0024).
 */
export async function beginFreshLog(name = 'jobdock-log'): Promise<void> {
  const db = new Dexie(name, { cache: 'disabled', chromeTransactionDurability: 'strict' });
  db.version(1).stores({ pieces: '' });
  // Random bytes, because compressible bytes would be stored smaller.
  const pieces = Array.from({ length: logBytes / pieceBytes + 1 }, () => crypto.getRandomValues(new Uint8Array(pieceBytes)));
  try {
    await db.table<Uint8Array, number>('pieces').bulkPut(pieces, [...pieces.keys()]);
  } finally {
    await db.delete();
  }
}

type Ports = {
  /** Starts a timer and returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly begin: () => Promise<void>;
};

/** Starts a new log once: now if the old log holds unsent changes, otherwise with the first change or after the startup time. */
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
