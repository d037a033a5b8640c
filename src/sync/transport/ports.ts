import type { Store } from '#src/store/store.ts';

/** Time in milliseconds since 1970, and delayed calls. `after` returns a function that cancels the call. */
export type Clock = { now(): number; after(ms: number, run: () => void): () => void };

/** Randomness: a number from 0 to below 1, and 128-bit ids. */
export type Random = { unit(): number; id(): string };

export type NetRequest = {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  /** JSON, or a form with a file. */
  readonly body?: string | FormData;
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Deadline for the response headers. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
};

/** An HTTP answer, or none. The answer may come from a proxy or captive portal. Reading its body may still throw. */
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
   * Runs `work` under a lock of the origin. If the lock is not released within `waitMs` (a frozen tab), runs without it. The lock
   * only saves work; the service's counter ensures correctness [edge case 1].
   */
  hold<T>(name: string, waitMs: number, work: () => Promise<T>): Promise<T>;
  /** Waits to become the origin's leader, then runs `work`. Stops waiting when `signal` aborts. */
  lead(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void>;
};

/** The access token. It exists only in memory. */
export type Tokens = {
  current(): string | null;
  /** Replaces the token `stale`. Tabs that ask at the same time share one request [edge case 3]. */
  refresh(stale: string | null): Promise<'fresh' | 'signed_out' | 'unreachable'>;
};

/** Everything that the engine does I/O with. The simulator passes its own. */
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
