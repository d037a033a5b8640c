import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { nobody } from '#contract/rows/rows.ts';
import { apart } from '../work/work-id.ts';

/**
 * Notifies listeners that a customer's feed moved. One per process; it uses one database connection while there are listeners.
 */
export type Live = {
  /**
   * The revision of each move of a customer's feed until `signal` aborts, or null after 20 s without one. Moves in quick
   * succession give one notice.
   */
  watch(customerId: number, signal: AbortSignal): AsyncIterable<number | null>;
};

/** Groups a burst of changes into one poke: a device that pulls gets all of them. */
const burstMilliseconds = 100;
const quietMilliseconds = 20_000;
const firstRetryMilliseconds = 200;
const longestRetryMilliseconds = 5000;

/** `again`: a move without a revision of this customer. */
type Watcher = { readonly customerId: number; rev: number; again: boolean; wake: () => void };

/**
 * Listens to `publish`. A lost connection is opened again. Because notices were missed meanwhile, every watched customer then
 * gets its head again.
 */
export function createLive(url: () => string, log: Logger): Live {
  const watchers = new Set<Watcher>();
  let listening: AbortController | undefined;
  const ears: Ears = {
    tell(customerId, rev) {
      for (const watcher of watchers) {
        if (customerId === nobody) watcher.again = true;
        else if (watcher.customerId === customerId) watcher.rev = rev;
        else continue;
        watcher.wake();
      }
    },
    watched: () => [...new Set([...watchers].map((watcher) => watcher.customerId))],
  };
  return {
    async *watch(customerId, signal) {
      const watcher: Watcher = { customerId, rev: 0, again: false, wake: () => undefined };
      watchers.add(watcher);
      if (!listening) {
        listening = new AbortController();
        const { signal: ends } = listening;
        apart(() => void listen(url(), log, ends, ears));
      }
      try {
        yield* moves(watcher, signal);
      } finally {
        watchers.delete(watcher);
        if (watchers.size === 0) {
          listening?.abort();
          listening = undefined;
        }
      }
    },
  };
}

async function* moves(watcher: Watcher, signal: AbortSignal): AsyncGenerator<number | null> {
  let told = 0;
  while (!signal.aborted) {
    if (watcher.rev === told && !watcher.again) {
      await movedOrQuiet(watcher, signal);
      if (watcher.rev === told && !watcher.again && !signal.aborted) yield null;
      continue;
    }
    told = watcher.rev;
    watcher.again = false;
    yield told;
    await wait(burstMilliseconds, undefined, { signal }).catch(() => undefined);
  }
}

function movedOrQuiet(watcher: Watcher, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, quietMilliseconds);
    watcher.wake = done;
    signal.addEventListener('abort', done, { once: true });
  });
}

type Ears = { readonly tell: (customerId: number, rev: number) => void; readonly watched: () => number[] };

async function listen(url: string, log: Logger, signal: AbortSignal, ears: Ears): Promise<void> {
  let pause = firstRetryMilliseconds;
  while (!signal.aborted) {
    const since = performance.now();
    try {
      await listenOnce(url, signal, ears);
    } catch (error) {
      log.warn({ err: error }, 'the live feed lost its database connection and opens it again');
    }
    // After a connection that lasted a while, the first pause is short again.
    pause =
      performance.now() - since > longestRetryMilliseconds
        ? firstRetryMilliseconds
        : Math.min(pause * 2, longestRetryMilliseconds);
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Listens on one connection until it ends. */
async function listenOnce(url: string, signal: AbortSignal, ears: Ears): Promise<void> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  const ended = new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('end', resolve);
  });
  ended.catch(() => undefined);
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    client.on('notification', ({ payload }) => {
      const notice = JSON.parse(payload ?? '{}') as { customer?: number; rev?: number };
      if (notice.customer !== undefined && notice.rev !== undefined) ears.tell(notice.customer, notice.rev);
    });
    await client.query('listen feed');
    const heads = await client.query<{ customer_id: number; rev: string }>(
      'select customer_id, rev from customer_feed where customer_id = any($1)',
      [ears.watched()],
    );
    for (const { customer_id, rev } of heads.rows) ears.tell(customer_id, Number(rev));
    await ended;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end().catch(() => undefined);
  }
}
