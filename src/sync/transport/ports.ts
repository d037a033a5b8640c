import type { Store } from '#src/store/store.ts';

/** Time: milliseconds since 1970, and calls later. `after` gives its cancellation. */
export type Clock = { now(): number; after(ms: number, run: () => void): () => void };

/** Randomness: 0 to below 1, and ids of 128 bits. */
export type Random = { unit(): number; id(): string };

export type NetRequest = {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** JSON, or a form with a file. */
  readonly body?: string | FormData;
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Until the head of the answer is there. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
};

/** An answer of anybody on the way (a portal of a hotel, too), or that none came. Reading its body may still throw. */
export type NetAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      header(name: string): string | null;
      text(): Promise<string>;
      bytes(): Promise<Uint8Array<ArrayBuffer>>;
      lines(): AsyncIterable<string>;
    }
  | { readonly kind: 'none'; readonly why: 'network' | 'timeout' | 'aborted' };

export type Net = { send(request: NetRequest): Promise<NetAnswer> };

export type Locks = {
  /**
   * Runs `work` under a lock of the origin. When no one lets go of it within `waitMs` (a frozen tab), it runs without: the lock
   * saves work, the service's counter keeps it right [edge case 1].
   */
  hold<T>(name: string, waitMs: number, work: () => Promise<T>): Promise<T>;
  /** Waits to be the one of the origin and runs `work` as that; gives up when `signal` aborts. */
  lead(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
};

/** The access token. It lives in memory only. */
export type Tokens = {
  current(): string | null;
  /** Replaces `stale`; tabs that ask at once share one request [edge case 3]. */
  refresh(stale: string | null): Promise<'fresh' | 'signed_out' | 'unreachable'>;
};

/** Everything the engine touches. A simulator gives its own. */
export type SyncPorts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly net: Net;
  readonly tokens: Tokens;
  readonly store: Store;
  readonly locks: Locks;
};

/** Resolves after `ms`, or at once when `signal` aborts. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener('abort', end);
  });
}
